/** Words after a number that make it a count, not a version or a card ("llama 3 epochs", "4090 tokens"). */
export const countNouns: ReadonlySet<string> = new Set([
  "epoch", "epochs", "epoque", "epoques", "token", "tokens", "jeton", "jetons", "sample", "samples", "exemple",
  "exemples", "example", "examples", "step", "steps", "pas", "etape", "etapes", "gpu", "gpus", "card", "cards",
  "carte", "cartes", "node", "nodes", "noeud", "noeuds", "hour", "hours", "heure", "heures", "h", "min", "minute",
  "minutes", "day", "days", "jour", "jours", "week", "weeks", "semaine", "semaines", "mois", "month", "months",
  "year", "years", "an", "ans", "k", "ko", "mb", "mo", "tb", "tio", "tib", "million", "millions", "milliard",
  "milliards", "billion", "m", "md", "go", "gb", "gib", "gio", "euro", "euros", "eur", "usd", "dollars", "user",
  "users", "utilisateurs", "requests", "requetes", "people", "personnes", "lines", "lignes", "documents", "docs",
  "times", "fois", "x", "de", "percent", "pourcent", "layers", "couches", "prompts", "rows", "files", "fichiers",
  "runs", "essais", "seconds", "secondes", "s", "ms", "images", "wh",
  "w", "watts", "kw", "mhz", "ghz", "points", "clients", "pages", "questions", "messages",
]); // prettier-ignore

/** Names of models that are also words: they count only with a number, or written out in full. */
export const weakAnchors: ReadonlySet<string> = new Set([
  "falcon", "bloom", "opt", "phi", "flux", "stable", "sd", "open", "yi", "solar", "meta", "step", "seed", "ling",
  "ring", "laguna", "trinity", "inkling", "muse", "command", "aya", "c", "all", "multilingual", "hermes", "nvidia",
  "mamba", "vit", "mt", "hy", "gpt", "granite", "whisper", "bert", "ernie", "mimo", "lfm", "pythia", "nomic", "flan",
  "e5", "r1", "k2", "v3", "zephyr", "moonlight", "kure", "kimi", "apertus", "longcat", "ministral", "cohere",
  "vicuna", "nemotron", "glm",
]); // prettier-ignore

/** Everyday words close to a model's name, never read as a misspelling of it. */
export const notMisspelt: ReadonlySet<string> = new Set([
  "lama", "llamar", "flame", "flames", "mistrals", "mistrial", "minimal", "ministral", "gamma", "gemme", "gemmes",
  "quinn", "green", "falcons", "mental", "metal", "stale", "table", "stables", "whispers", "whispered", "granit",
  "solaire", "bloomy", "blood", "room", "clam", "drama", "karma", "panama", "mixtape", "mixture", "ministre",
  "ministere", "minimax", "deepsea", "alma", "salma", "llanos", "command", "commands", "commande", "marble", "member",
  "comma", "emma", "zero", "intern", "interne", "internes", "internal", "internally", "roberto", "alpaca", "deep", "seek", "speak", "week", "weeks", "opera", "obert",
]); // prettier-ignore
