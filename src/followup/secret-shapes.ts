const named = String.raw`(?<!\b(?:forward|backward|prefill|decode|training|each|per|one|first|second|and|avant|arrière|arriere|la|une) )(?:pass(?:word|wd|phrase|code)?s?|pwd|mdp|mot de passe|code secret|login)`;
const keyed = String.raw`(?:api|access|auth|secret|private|bearer|refresh|session|client|wandb|hf|hugging ?face|openai|aws|gcp|azure|slack|github|deploy|registry)`;
/** A secret among quotes, brackets or commas: those belong to the sentence. */
const value = String.raw`["'\u0060(<]{0,2}`;

/** Dashes as typed, as word processors turn them, and as they are left once runs of signs are shortened. */
const dashes = String.raw`[-\u2010-\u2015]{1,8}`;
const label = String.raw`[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?`;
const armour = String.raw`(?:[\s>|"',]{0,6}(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):[^\n]{0,200}|[A-Za-z0-9+/=\\\u2026]{16,8000}|[A-Za-z0-9+/\\]{2,15}(?:={1,2}|\.{3}|\u2026)|(?<=[A-Za-z0-9+/]{48}[\s>|"',]{1,6})[A-Za-z0-9+/=]{2,15}(?=\s{0,4}(?:\n|$))))`;

/** A private key in its armour, on one line or on many; one that was cut off ends with the last line of base64. */
const privateKey = new RegExp(
  String.raw`${dashes} ?BEGIN ${label}(?: ?${dashes})?(?:[\s\S]{0,20000}?${dashes} ?END ${label}(?: ?${dashes})?|${armour}{0,400})`,
  "giu",
);

/** Shapes of credentials; matched on the text as typed, since case matters. */
export const shapes = [
  /xox[abeoprs]-[A-Za-z0-9-]{8,200}/gu,
  /xapp-[A-Za-z0-9-]{8,200}/gu,
  /https:\/\/hooks\.slack\.com\/services\/[A-Za-z0-9/_-]{8,200}/gu,
  /\bsk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{16,250}/gu,
  /\bhf_[A-Za-z0-9]{16,100}/gu,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,24}\b/gu,
  /\b(?:LTAI|AKID)[A-Za-z0-9]{16,40}\b/gu,
  /\bgh[opsur]_[A-Za-z0-9]{20,100}|\bgithub_pat_[A-Za-z0-9_]{20,120}/gu,
  /\bglpat-[A-Za-z0-9_-]{16,60}/gu,
  /\bAIza[A-Za-z0-9_-]{30,60}/gu,
  /\b(?:rpa|nvapi|dop_v1|r8|pypi|npm|gsk|xai|tgp_v1|pplx|fw|shpat|dckr_pat|lin_api|ntn|figd|tskey|wandb_v\d|GOCSPX|[spr]k_(?:live|test)|whsec)[_-][A-Za-z0-9_-]{24,200}/gu,
  /\bdapi[0-9a-f]{32}|\bhv[sbr]\.[A-Za-z0-9_-]{20,200}|\bya29\.[A-Za-z0-9_-]{20,400}|\bSG\.[A-Za-z0-9_-]{16,40}\.[A-Za-z0-9_-]{16,80}|\bAGE-SECRET-KEY-1[A-Z0-9]{50,60}/gu,
  /(?<![\w.~-])[\w.~-]{3}\dQ~[\w.~-]{30,36}/gu,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{8,24}\/[\w-]{20,120}/gu,
  privateKey,
  /\beyJ[A-Za-z0-9_-]{16,2000}\.[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,2000}/gu,
  // Fields of connection strings.
  /\b(?:AccountKey|SharedAccessKey|SharedAccessSignature|SharedSecretValue|UserPassword)\s?=\s?[^\s;"'<>]{4,2000}/giu,
  // Names and passwords inside addresses, and tokens among their parameters.
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/@:]{0,80}:[^\s/@]{1,120}@[^\s"'<>]{1,300}/giu,
  /[?&#;](?:access[_-]?|auth[_-]?|api[_-]?|x-amz-|private[_-]?)?(?:token|key|apikey|secret|sig|signature|passw(?:or)?d|pwd|credential)=[^\s&"'<>]{4,2000}/giu,
  /\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:bearer|basic|token)?\s{0,3}[A-Za-z0-9+/_.=-]{8,2000}|\bbearer\s{1,3}[A-Za-z0-9+/_.=-]{12,2000}/giu,
  // A password is whatever follows its name; "is" alone needs a digit or a sign in what follows.
  new RegExp(String.raw`(?<![\w-])${named}["']?\s{0,3}(?::|=|->)\s{0,3}${value}(?!\/\/)[^\s"'\u0060<>]{3,200}`, "giu"),
  new RegExp(String.raw`(?<![\w-])${named}\s{1,3}(?:is|est|c'est)\s{1,3}${value}(?=[^\s"']{0,80}[\d!@#$%^&*?])[^\s"'\u0060<>]{4,200}`, "giu"),
  new RegExp(String.raw`(?<![\w-])${named}\s{1,3}${value}(?=[A-Za-z]{0,60}\d)(?=\d{0,60}[A-Za-z])[A-Za-z\d!@#$%^&*._-]{6,80}(?![\w-])`, "giu"),
  // Keys and tokens need a shape of their own: letters and digits together, or length.
  new RegExp(String.raw`(?<![\w-])(?:${keyed}[\s_-]{0,2}){1,3}(?:tokens?|keys?|key[\s_-]?id|secrets?)["']?\s{0,3}(?::|=|is|est)\s{0,3}${value}(?!\d{1,9}(?:[\s,;.]|$))[^\s"'\u0060<>,;]{6,300}`, "giu"),
  new RegExp(String.raw`(?<![\w-])(?:token|secret|cl[ée]s?(?: (?:d'|de l'|)(?:api|acc[eè]s|priv[ée]e|secr[eè]te))?|jeton d'acc[eè]s|key)["']?\s{0,3}[:=]\s{0,3}${value}(?=[^\s"',;]{0,80}\d)(?=[^\s"',;]{0,80}[A-Za-z])[^\s"'\u0060<>,;]{8,300}`, "giu"),
  // The name and a blank before the value: the value has both letters and digits, and length.
  new RegExp(String.raw`(?<![\w-])(?:(?:${keyed}[\s_-]{0,2}){1,3}(?:tokens?|keys?|login|secrets?)|cl[ée]s? (?:d'|de l'|)(?:api|acc[eè]s|priv[ée]e|secr[eè]te)|jeton d'acc[eè]s|secret|token|wandb login)\s{1,3}${value}(?=[A-Za-z_-]{0,60}\d)(?=[\d_-]{0,60}[A-Za-z])(?!sha\d)[A-Za-z\d+/=_.-]{16,300}`, "giu"),
  /\b[A-Z][A-Z0-9_]{0,40}_?(?:TOKEN|SECRET|PASSWORD|PASSWD|PWD|API_?KEY|ACCESS_KEY(?:_ID)?|PRIVATE_KEY)\s{0,2}[:=]\s{0,2}["']?(?!\d{1,9}\b)[^\s"'<>]{4,300}/gu,
]; // prettier-ignore
