const group = String.raw`(?:nccl|rccl|collectives?|all[- _]?(?:reduce|gather)|reduce[- _]?scatter|process[- ]?group|watchdog|barrier|communication collective)`;
const stopped = String.raw`(?:tim(?:ed?|ing)[ -]?out|timeouts?|hangs?|hung|hanging|stuck|froze|frozen|deadlock(?:ed)?|bloque[sr]?|bloqué[es]{0,2}|fig[ée][es]{0,2}|gel[ée][es]{0,2}|expir\w{1,5}|délai dépassé)`;
const nothing = String.raw`(?:no|not|never|without|zero|fixed|solved|avoids?|plus de|pas de|sans|aucune?|corrigé|réglé)`;
const together = new RegExp(
  String.raw`(?<![\w-])${group}(?!\w)[^\n.;]{0,40}?(?<!\w)${stopped}(?!\w)|(?<![\w-])${stopped}(?!\w)[^\n.;]{0,40}?(?<!\w)${group}(?!\w)`,
  "iu",
);
/** The run itself, by a verb that leaves no doubt. */
const ran =
  /(?<!\w)(?:(?:it|run|training|job|everything|they all|all ranks|then|and) (?:just |then |simply )?(?:hung|hangs|froze|deadlocked|got stuck|gets stuck)|(?:s'est|s’est|est resté|reste|resté) (?:figée?|gelée?|bloquée?|plantée? sans)|(?:a|ont) (?:gelé|figé))(?!\w)/iu;
const denied = new RegExp(String.raw`(?<!\w)${nothing}(?:\s\w+){0,2}\s*$`, "iu");
const hints = /tim|hang|hung|stuck|fro|dead|bloqu|fig|gel|expir|délai/iu;

/** Whether people's own words tell of a run in which ranks waited for each other until it was over. */
export function hung(text: string): boolean {
  if (!hints.test(text)) return false;
  const found = together.exec(text) ?? ran.exec(text);
  return found !== null && !denied.test(text.slice(Math.max(0, found.index - 40), found.index));
}
