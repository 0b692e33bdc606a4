import type { Invoiced } from "../domain/pilot/stage-move.ts";
import type { Money } from "../units/money.ts";
import { amountIn, moneyIn, moneyPattern } from "./money-in.ts";

const part = String.raw`(?:storage|disks?|egress|traffic|network|transfers?|bandwidth|support|stockage|disques?|trafic|reseau|transferts?|bande passante)(?!\w)`;
const besides = new RegExp(
  String.raw`${moneyPattern}\s*(?:of |for |in |de |d'|pour |du |en )?(?:the |le |la |les )?${part}|${part}\s*(?:[:=]|of |at |was |is |de |a |pour )?\s*${moneyPattern}`,
  "gu",
);
const gpuTimeOnly = new RegExp(
  String.raw`(?<!\w)(?:gpus?(?: time)? only|only (?:the )?gpus?|(?:temps )?gpus? seul(?:s|ement)?|rien que les? gpus?|(?:no|without|excl(?:uding|\.)?|sans|hors)(?: le| la)? ${part}|${part} (?:is |est )?(?:billed |paid |factured? |facture )?(?:apart|separately|excluded|not included|a part|non compris|exclu))`,
  "u",
);
const excluded =
  /(?<!\w)(?:ht|hors (?:taxes?|tva)|(?:excl(?:uding|usive of|\.)?|before|without|plus|\+) ?(?:\d[\d.,]* ?% ?)?(?:of )?(?:tax|taxes|vat|tva)|(?:vat|tax) (?:excluded|exclusive)|pre-tax)(?!\w)/u;
const included =
  /(?<!\w)(?:ttc|(?:toutes )?taxes comprises|tva (?:incluse|comprise)|(?:incl(?:uding|usive of|\.)?|with|avec) ?(?:la )?(?:\d[\d.,]* ?% ?)?(?:of )?(?:tax|taxes|vat|tva)|(?:tax|taxes|vat) (?:is |are )?incl(?:uded|usive)?)(?!\w)/u;
const untaxed = new RegExp(String.raw`(?<m>${moneyPattern})\s*\(?(?:ht|hors|excl|before tax)(?!\w)`, "u");
const rate = /(?<!\d)(?<n>\d{1,2}(?:[.,]\d{1,2})?)\s*%/u;

/** What folded words say of an invoice: the amount, its tax, and what of it is no GPU time. */
export function invoiceIn(facts: string): Invoiced {
  const held = [...facts.matchAll(besides)].flatMap(([text]) => moneyIn(text) ?? []);
  const rest = facts.replaceAll(besides, " ");
  const without = untaxed.exec(rest)?.groups?.["m"];
  const invoice = moneyIn(without ?? rest);
  const beside = besideOf(held, gpuTimeOnly.test(rest) ? (invoice?.currency ?? "EUR") : null);
  return {
    invoice,
    ...(beside === null ? {} : { beside }),
    ...(!excluded.test(rest) && included.test(rest)
      ? { taxPercent: amountIn(rate.exec(rest)?.groups?.["n"]) }
      : {}),
  };
}

/** Parts of one currency together; of several, the first. */
function besideOf(held: readonly Money[], nothingIn: Money["currency"] | null): Money | null {
  const [first] = held;
  if (first === undefined) return nothingIn === null ? null : { amount: 0, currency: nothingIn };
  const same = held.filter(({ currency }) => currency === first.currency);
  return { ...first, amount: same.reduce((sum, { amount }) => sum + amount, 0) };
}
