import { performance } from "node:perf_hooks";
import { expect, it } from "vitest";
import { findCatalogueDir } from "../../src/catalog/find-catalogue-dir.ts";
import { loadWorld } from "../../src/engine/load-world.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { warmReading } from "../../src/start/warm-reading.ts";

it("the first message of a person finds everything built: names, words and dates of both languages", async () => {
  const { lookup } = await loadWorld(findCatalogueDir() ?? "catalog", "2026-11-30");
  const asked: string[] = [];
  const watched = {
    ...lookup,
    findNames: (text: string) => {
      const spans = lookup.findNames(text);
      asked.push(...spans.map(({ kind }) => kind));
      return spans;
    },
  };
  const timed = (work: () => unknown): number => {
    const before = performance.now();
    work();
    return performance.now() - before;
  };
  const first = timed(() => {
    warmReading(watched, new Date("2026-11-30T10:00:00Z"));
  });
  expect(new Set(asked)).toEqual(new Set(["model", "accelerator"]));
  const next = Math.min(
    ...["qwen2.5 7b full, 8k, 100M tokens", "servir llama 3.1 8b, 40 utilisateurs, contexte 8k"].map((text) =>
      timed(() =>
        readMessage(text, {
          lookup,
          current: null,
          threadLanguage: null,
          locale: null,
          now: "2026-11-30T10:00:00Z",
          timeZone: "Europe/Paris",
          addressed: true,
        }),
      ),
    ),
  );
  expect(next).toBeLessThan(first);
}, 60_000);
