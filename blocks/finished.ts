import type { Answer } from "../src/domain/conversation.ts";
import type { Finished } from "../src/domain/planning/finished.ts";
import type { Range } from "../src/units/range.ts";
import { configWords } from "./facts.ts";
import { bold, section, type Line, type Piece } from "./kit.ts";
import type { Scene } from "./view.ts";

const mostRows = 5;

function tokensWords({ low, likely, high }: Range, s: Scene): string {
  if (s.f.tokens(low) === s.f.tokens(high)) return s.f.tokens(likely);
  return s.f.tokensRange({ low, likely, high });
}

/** What the cap pays for is the cap: told to nobody who may not see it. */
const hidden = ({ by }: Finished, s: Scene): boolean => by === "budget" && !s.view.showAmounts;

/** "What is finished by Friday on four cards?" */
export function finishedPieces({ rows, wanted }: Extract<Answer, { about: "finished" }>, s: Scene): Piece[] {
  const words = s.m.money.finished;
  const [first, ...others] = rows;
  if (first === undefined) return [section([bold(words.none)])];
  if (first.tokens.likely <= 0) return [section([bold(words.nothing)])];
  const done = first.tokens;
  const of: Line[] =
    wanted === null
      ? []
      : [
          [
            done.likely >= wanted
              ? words.all(s.f.tokens(wanted))
              : words.share(s.f.percent(done.likely / wanted), s.f.tokens(wanted)),
          ],
        ];
  const cost =
    first.cost === null || hidden(first, s)
      ? ""
      : ` ${words.cost(s.f.moneyAbout(first.cost, first.candidate.cost.currency))}`;
  return [
    section(
      [bold(words.title(tokensWords(done, s), s.f.hours(first.hours), configWords(first.candidate, s)))],
      ...of,
      [words.by[first.by], cost],
      ...others
        .slice(0, mostRows - 1)
        .map((row): Line => [
          "• ",
          words.row(
            configWords(row.candidate, s),
            `≈ ${s.f.tokens(row.tokens.likely)}`,
            `${s.f.hours(row.hours)}${row.cost === null || hidden(row, s) ? "" : `, ≈ ${s.f.moneyAbout(row.cost, row.candidate.cost.currency)}`}`,
          ),
        ]),
    ),
  ];
}
