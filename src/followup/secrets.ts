import { take, type Draft } from "./draft.ts";

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
  /(?:\b(?:api[_-]?key|secret(?:[_-]?(?:access[_-]?)?key)?|access[_-]?key|passw(?:or)?d|mot de passe|auth[_-]?token|wandb[_-]?(?:api[_-]?)?key|hf[_-]?token)["']?\s{0,3}[:=]\s{0,3}["']?)(?<value>[A-Za-z0-9+/_.-]{12,200})/giu,
];

/** Mail addresses are nobody's plan: used up, never repeated. */
const mail = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}/gu;

/** Takes every credential out of sight; true when there was one. */
export function takeSecrets(draft: Draft): boolean {
  let seen = false;
  for (const shape of shapes) {
    for (const match of draft.canonical.text.matchAll(shape)) {
      take(draft, match.index, match.index + match[0].length);
      seen = true;
    }
  }
  for (const match of draft.canonical.text.matchAll(mail)) {
    take(draft, match.index, match.index + match[0].length);
  }
  return seen;
}
