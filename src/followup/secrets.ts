import { take, type Draft } from "./draft.ts";

const named = String.raw`(?:pass(?:word|wd|phrase|code)?s?|pwd|mdp|mot de passe|code secret|login)`;
const keyed = String.raw`(?:api|access|auth|secret|private|bearer|refresh|session|client|wandb|hf|hugging ?face|openai|aws|gcp|azure|slack|github|deploy|registry)`;
/** A secret among quotes, brackets or commas: those belong to the sentence. */
const value = String.raw`["'\u0060(<]{0,2}`;

/** Shapes of credentials; matched on the text as typed, since case matters. */
const shapes = [
  /xox[abeoprs]-[A-Za-z0-9-]{8,200}/gu,
  /xapp-[A-Za-z0-9-]{8,200}/gu,
  /https:\/\/hooks\.slack\.com\/services\/[A-Za-z0-9/_-]{8,200}/gu,
  /\bsk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{16,250}/gu,
  /\bhf_[A-Za-z0-9]{16,100}/gu,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,24}\b/gu,
  /\bgh[opsur]_[A-Za-z0-9]{20,100}|\bgithub_pat_[A-Za-z0-9_]{20,120}/gu,
  /\bglpat-[A-Za-z0-9_-]{16,60}/gu,
  /\bAIza[A-Za-z0-9_-]{30,60}/gu,
  /\b(?:rpa|nvapi|dop_v1|r8|pypi|npm)[_-][A-Za-z0-9_-]{24,200}/gu,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,6000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/gu,
  /\beyJ[A-Za-z0-9_-]{16,2000}\.[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,2000}/gu,
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
  /\b[A-Z][A-Z0-9_]{0,40}_?(?:TOKEN|SECRET|PASSWORD|PASSWD|PWD|API_?KEY|ACCESS_KEY(?:_ID)?|PRIVATE_KEY)\s{0,2}[:=]\s{0,2}["']?(?!\d{1,9}\b)[^\s"'<>]{4,300}/gu,
]; // prettier-ignore

/** Mail addresses are nobody's plan: used up, never repeated. */
const mail = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}/gu;

/** Stands in a kept text where a credential stood: seen again as one, by whoever reads the text later. */
const placeholder = "\u27E8secret\u27E9";

/** Any of these words or signs stands in every shape; most messages hold none and are not searched further. */
const hint =
  /xox|xapp-|hooks\.slack|sk-|hf_|AKIA|ASIA|gh[opsur]_|github_pat|glpat|AIza|rpa[_-]|nvapi|dop_v1|r8_|pypi|npm_|-----BEGIN|eyJ|:\/\/|=|pass|pwd|mdp|mot de|code secret|login|token|key|secret|cl[ée]|jeton d'acc|bearer|basic|authori[sz]ation/iu; // prettier-ignore

/** Takes every credential out of sight; true when there was one. */
export function takeSecrets(draft: Draft): boolean {
  let seen = false;
  const { text } = draft.canonical;
  for (let at = text.indexOf(placeholder); at >= 0; at = text.indexOf(placeholder, at + 1)) {
    take(draft, at, at + placeholder.length);
    seen = true;
  }
  for (const shape of hint.test(text) ? shapes : []) {
    for (const match of text.matchAll(shape)) {
      take(draft, match.index, match.index + match[0].length);
      seen = true;
    }
  }
  if (!text.includes("@")) return seen;
  for (const match of text.matchAll(mail)) take(draft, match.index, match.index + match[0].length);
  return seen;
}

/** A stretch of somebody's text for repeating: credentials and mail addresses as one ellipsis each. */
export const withoutSecrets = (text: string): string =>
  [...shapes, mail].reduce((left, shape) => left.replace(shape, "…"), text);

/** A text for keeping: what is left says that there was a credential, and not which. */
export const redacted = (text: string): string =>
  hint.test(text) ? shapes.reduce((left, shape) => left.replace(shape, placeholder), text) : text;

/** Whether a text too long to be read holds a credential. */
export const holdsSecret = (text: string): boolean =>
  text.includes(placeholder) || shapes.some((shape) => text.search(shape) >= 0);
