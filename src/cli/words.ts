import type { Language } from "../domain/conversation.ts";

/** What the terminal itself says; answers are worded in i18n. */
const english = {
  cannotRead: (file: string, why: string) => `Cannot read ${file}: ${why}.`,
  isDirectory: "it is a folder",
  noSuchFile: "there is no such file",
  waitingForLines: "Reading runs as JSON Lines from the terminal; Ctrl-D ends.",
  noRuns: "No runs were given.",
  sayARun: 'Say a run: gpu-plan plan "llama 3.1 8b lora, 4k, 200M tokens, under €300".',
  hubFellBack: (why: string) => `The model hub did not answer (${why}); nothing was looked up there.`,
  badLines: (bad: number, all: number) => `${bad} of ${all} lines could not be used.`,
  unknownSchema: (name: string, known: string) => `There is no schema ${name}. Known: ${known}.`,
  incident: "Something broke on our side. Nothing was changed.",
  askIntroduction: "Describe a run, then ask or change anything. Ctrl-D ends.",
  noCatalogue: "No catalogue found: run from the project, or set GPU_PLAN_CATALOG.",
  unknownLanguage: (read: string) => `--lang ${read}: allowed are en and fr.`,
  lineTooLong: "the line is too long",
  line: (n: number) => `line ${n}`,
  theLine: "the line",
  colon: ":",
  perGpu: "per GPU",
  usable: "usable",
  verdicts: { fits: "fits", "does-not-fit": "does not fit", tight: "tight", unknown: "no card given" },
  runs: (count: number) => `${count} runs`,
};

const french: typeof english = {
  cannotRead: (file, why) => `Impossible de lire ${file} : ${why}.`,
  isDirectory: "c'est un dossier",
  noSuchFile: "ce fichier n'existe pas",
  waitingForLines: "Lecture des calculs en JSON Lines depuis le terminal ; Ctrl-D termine.",
  noRuns: "Aucun calcul n'a été donné.",
  sayARun: "Décrivez un calcul : gpu-plan plan « llama 3.1 8b lora, 4k, 200 M de jetons, moins de 300 € ».",
  hubFellBack: (why) => `Le hub de modèles n'a pas répondu (${why}) ; rien n'y a été cherché.`,
  badLines: (bad, all) => `${bad} lignes sur ${all} n'ont pas pu servir.`,
  unknownSchema: (name, known) => `Il n'y a pas de schéma ${name}. Connus : ${known}.`,
  incident: "Une panne de notre côté. Rien n'a été modifié.",
  askIntroduction: "Décrivez un calcul, puis demandez ou changez ce que vous voulez. Ctrl-D termine.",
  noCatalogue: "Aucun catalogue : lancez la commande depuis le projet, ou donnez GPU_PLAN_CATALOG.",
  unknownLanguage: (read) => `--lang ${read} : en et fr sont possibles.`,
  lineTooLong: "la ligne est trop longue",
  line: (n) => `ligne ${n}`,
  theLine: "la ligne",
  colon: "\u00A0:",
  perGpu: "par GPU",
  usable: "utilisables",
  verdicts: { fits: "tient", "does-not-fit": "ne tient pas", tight: "trop juste", unknown: "sans carte" },
  runs: (count) => `${count} calculs`,
};

const all: Readonly<Record<Language, typeof english>> = { en: english, fr: french };
export const cliWords = (language: Language): typeof english => all[language];
