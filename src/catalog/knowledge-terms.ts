import type { Article, Concept } from "../domain/knowledge/article.ts";
import { languages } from "../domain/conversation.ts";
import { editDistance } from "../domain/nearest-words.ts";
import { folded } from "./words-of.ts";

/** "cards" and "card", "noyaux" and "noyau". */
const singular = (word: string): string =>
  word.length > 3 && /[^s]s$|[ae]ux$/u.test(word) ? word.slice(0, -1) : word;

const endings =
  /(?:issements?|ements?|ings?|ions?|aient|erai[st]?|erons|eront|ees?|ent|ers?|ait|ais|ant|ons|ez|ir|ed|es|it|is|ie|e|s|i)$/u;

/** A technique that is not the thing its stem names. */
const kept = new Set(["checkpointing"]);

/** What is left of a word without its inflection, English or French: "ralentit" and "ralenti", "waiting" and "waits". */
export function stemOf(word: string): string {
  if (word.length < 7 || /\d/u.test(word) || kept.has(word)) return word;
  const cut = word.replace(endings, "");
  const stem = cut.length < 4 ? word : cut;
  return stem.replace(/([bdfglmnprt])\1$/u, "$1");
}

/** Words that ask, join or fill, and tell no subject apart from another. */
const empty = new Set(
  (
    "a about actually again all also am an and any anyone are as at be because been before being both but by can could did do " +
    "does doing done each else even ever every exactly explain for from get gets getting give go going good got had has have having he " +
    "hello help her here hey hi how i if in instead into is it its just know let like long make makes may me mean means might mine more most " +
    "much must my need needed needs never no not now of off ok on once one only or other our out over own please pls possible put " +
    "really same say seem shall she should so some someone something still such sure take takes tell than thanks that the their them then " +
    "there these they thing things this those to too try under until up us use used using very want was we well were what whats when " +
    "where whether which while who why will with without work works worth would wondering yes yet you your " +
    "ai aie alors apres as au aussi autre autres aux avant avec avez avoir avons bien bonjour ca car ce cela ces cet cette " +
    "chaque chez combien comme comment concretement dans de deja demande demandent demander depuis des dire dis dit dites doit doivent dois donc dont du elle elles en encore entre es est " +
    "et etait etant etc ete etes etre eu eux fait faire fais faut faudrait il ils ici j je juste l la laquelle le lequel les leur leurs lors lui m ma mais me meme " +
    "mes mieux moi moins mon n ne ni nos notre nous on ont ou oui par parce pas pendant peu peut peuvent peux plus plutot possible pour pourquoi " +
    "pouvez pouvons pourrait prendre prend prends puis qu quand que quel quelle quelles quels qui quoi quelqu rien s sa sais sait salut sans savoir se sera serait ses si sinon son sont " +
    "sous stp suis sur svp t ta te tel tes toi ton toujours tous tout toute toutes tres tu un une utile utiliser va vaut vers veut veux voir vont vos votre vous vraiment vs y"
  )
    .split(" ")
    .map(singular),
);

const elided = /(?<![a-z])(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quelqu)'/gu;
const contracted = /'(?:s|re|ve|ll|d|m|t)(?![a-z])/gu;

const wordsIn = (text: string): readonly string[] =>
  (
    folded(text)
      .replaceAll(/[’‘`´]/gu, "'")
      .replaceAll(elided, " ")
      .replaceAll(contracted, "")
      .replaceAll("œ", "oe")
      .replaceAll(/([a-z]{4,})(\d)/gu, "$1 $2")
      .match(/[a-z0-9]+(?:[.+][0-9]+)*/gu) ?? []
  ).map(singular);

export interface Terms {
  /** Terms of a text of ours: concepts ("#kv-cache") and the words that are none. */
  known(text: string): ReadonlySet<string>;
  /** Terms of somebody's question, typing errors put right towards words that articles use. */
  asked(text: string): ReadonlySet<string>;
}

export function knowledgeTerms(articles: readonly Article[], concepts: readonly Concept[]): Terms {
  /** Stem of the first word → forms that begin with it, longest first. */
  const forms = new Map<string, { readonly words: readonly string[]; readonly concept: string }[]>();
  const vocabulary = new Set<string>();
  for (const { id, forms: written } of concepts) {
    for (const form of written) {
      const words = wordsIn(form);
      const stems = words.map(stemOf);
      const [first] = stems;
      if (first === undefined) continue;
      forms.set(first, [...(forms.get(first) ?? []), { words: stems, concept: `#${id}` }]);
      for (const word of words) vocabulary.add(word);
    }
  }
  for (const list of forms.values()) list.sort((a, b) => b.words.length - a.words.length);

  const termsOf = (words: readonly string[]): Set<string> => {
    const found = new Set<string>();
    const stems = words.map(stemOf);
    for (let at = 0; at < words.length;) {
      const [word = "", stem = ""] = [words[at], stems[at]];
      const form = forms.get(stem)?.find(({ words: all }) => all.every((part, i) => stems[at + i] === part));
      if (form !== undefined) found.add(form.concept);
      else if (!empty.has(word)) found.add(stem);
      at += form?.words.length ?? 1;
    }
    return found;
  };

  for (const { title, questions } of articles)
    for (const language of languages)
      for (const text of [title[language], ...questions[language]])
        for (const word of wordsIn(text)) vocabulary.add(word);
  const byLength = new Map<number, string[]>();
  for (const word of vocabulary)
    if (!/\d/u.test(word) && word.length > 3)
      byLength.set(word.length, [...(byLength.get(word.length) ?? []), word].sort());

  const corrected = (word: string): string => {
    if (word.length < 5 || /\d/u.test(word) || vocabulary.has(word) || empty.has(word)) return word;
    const most = word.length >= 9 ? 2 : 1;
    let best = word;
    let least = most + 1;
    for (let length = word.length - most; length <= word.length + most; length += 1) {
      for (const known of byLength.get(length) ?? []) {
        const off = known.startsWith(word[0] ?? "") ? editDistance(word, known, most) : most + 1;
        if (off < least) [best, least] = [known, off];
      }
    }
    return best;
  };

  return {
    known: (text) => termsOf(wordsIn(text)),
    asked: (text) => termsOf(wordsIn(text).map(corrected)),
  };
}
