import { describe, expect, test } from "vitest";
import { blocksTooLong, validateBlocks, validateView } from "../../src/workbench/validate/validate.ts";

const plain = (text: string) => ({ type: "plain_text", text });
const mrkdwn = (text: string) => ({ type: "mrkdwn", text });
const letters = (count: number) => "x".repeat(count);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const section = (text: string, more = {}) => ({ type: "section", text: mrkdwn(text), ...more });
const option = (index: number) => ({ text: plain(`o${index}`), value: `v${index}` });
const options = (count: number) => times(count, option);
const button = (more = {}) => ({ type: "button", action_id: "b", text: plain("Go"), ...more });
const actions = (...elements: object[]) => ({ type: "actions", elements });
const select = (more = {}) => ({
  type: "static_select",
  action_id: "s",
  placeholder: plain("…"),
  options: options(2),
  ...more,
});
const input = (element: object, more = {}) => ({ type: "input", label: plain("L"), element, ...more });
const textInput = (more = {}) => ({ type: "plain_text_input", action_id: "t", ...more });
const table = (rows: number, columns: number, text = "x") => ({
  type: "table",
  rows: times(rows, () => times(columns, () => ({ type: "raw_text", text }))),
});
const image = (more = {}) => ({ type: "image", image_url: "https://x/y.png", alt_text: "a", ...more });
const rich = (...elements: object[]) => ({ type: "rich_text", elements });
const line = (...elements: object[]) => ({ type: "rich_text_section", elements });

/** name, just within, just over, pointer of the refusal */
type Case = [name: string, within: object[], over: object[], pointer: string];

const inMessages: Case[] = [
  ["50 blocks", times(50, () => section("a")), times(51, () => section("a")), "/blocks"],
  ["section text 3000", [section(letters(3000))], [section(letters(3001))], "/blocks/0/text/text"],
  ["section text not empty", [section("a")], [section("")], "/blocks/0/text/text"],
  ["section with text or fields", [section("a")], [{ type: "section" }], "/blocks/0"],
  [
    "10 fields",
    [{ type: "section", fields: times(10, () => mrkdwn("f")) }],
    [{ type: "section", fields: times(11, () => mrkdwn("f")) }],
    "/blocks/0/fields",
  ],
  [
    "field 2000",
    [{ type: "section", fields: [mrkdwn(letters(2000))] }],
    [{ type: "section", fields: [mrkdwn(letters(2001))] }],
    "/blocks/0/fields/0/text",
  ],
  [
    "header 150",
    [{ type: "header", text: plain(letters(150)) }],
    [{ type: "header", text: plain(letters(151)) }],
    "/blocks/0/text/text",
  ],
  [
    "header is plain",
    [{ type: "header", text: plain("h") }],
    [{ type: "header", text: mrkdwn("h") }],
    "/blocks/0/text/type",
  ],
  [
    "context 10",
    [{ type: "context", elements: times(10, () => mrkdwn("c")) }],
    [{ type: "context", elements: times(11, () => mrkdwn("c")) }],
    "/blocks/0/elements",
  ],
  [
    "context not empty",
    [{ type: "context", elements: [mrkdwn("c")] }],
    [{ type: "context", elements: [] }],
    "/blocks/0/elements",
  ],
  [
    "actions 25",
    [actions(...times(25, (i) => button({ action_id: `b${i}` })))],
    [actions(...times(26, (i) => button({ action_id: `b${i}` })))],
    "/blocks/0/elements",
  ],
  [
    "button text 75",
    [actions(button({ text: plain(letters(75)) }))],
    [actions(button({ text: plain(letters(76)) }))],
    "/blocks/0/elements/0/text/text",
  ],
  [
    "button value 2000",
    [actions(button({ value: letters(2000) }))],
    [actions(button({ value: letters(2001) }))],
    "/blocks/0/elements/0/value",
  ],
  [
    "button style",
    [actions(button({ style: "danger" }))],
    [actions(button({ style: "default" }))],
    "/blocks/0/elements/0/style",
  ],
  [
    "action_id 255",
    [actions(button({ action_id: letters(255) }))],
    [actions(button({ action_id: letters(256) }))],
    "/blocks/0/elements/0/action_id",
  ],
  [
    "action_id once in a block",
    [actions(button(), button({ action_id: "c" }))],
    [actions(button(), button())],
    "/blocks/0",
  ],
  [
    "block_id 255",
    [section("a", { block_id: letters(255) })],
    [section("a", { block_id: letters(256) })],
    "/blocks/0/block_id",
  ],
  [
    "block_id once",
    [section("a", { block_id: "1" }), section("a", { block_id: "2" })],
    [section("a", { block_id: "1" }), section("a", { block_id: "1" })],
    "/blocks/1/block_id",
  ],
  [
    "100 options",
    [actions(select({ options: options(100) }))],
    [actions(select({ options: options(101) }))],
    "/blocks/0/elements/0/options",
  ],
  [
    "options not empty",
    [actions(select({ options: options(1) }))],
    [actions(select({ options: [] }))],
    "/blocks/0/elements/0/options",
  ],
  [
    "option text 75",
    [actions(select({ options: [{ text: plain(letters(75)), value: "v" }] }))],
    [actions(select({ options: [{ text: plain(letters(76)), value: "v" }] }))],
    "/blocks/0/elements/0/options/0/text/text",
  ],
  [
    "option value 75",
    [actions(select({ options: [{ text: plain("o"), value: letters(75) }] }))],
    [actions(select({ options: [{ text: plain("o"), value: letters(76) }] }))],
    "/blocks/0/elements/0/options/0/value",
  ],
  [
    "initial option among the options",
    [actions(select({ initial_option: option(1) }))],
    [actions(select({ initial_option: option(7) }))],
    "/blocks/0/elements/0/initial_option",
  ],
  [
    "options or groups",
    [actions(select({ options: undefined, option_groups: [{ label: plain("g"), options: options(1) }] }))],
    [actions(select({ option_groups: [{ label: plain("g"), options: options(1) }] }))],
    "/blocks/0/elements/0",
  ],
  [
    "placeholder 150",
    [actions(select({ placeholder: plain(letters(150)) }))],
    [actions(select({ placeholder: plain(letters(151)) }))],
    "/blocks/0/elements/0/placeholder/text",
  ],
  [
    "radio 10",
    [actions({ type: "radio_buttons", action_id: "r", options: options(10) })],
    [actions({ type: "radio_buttons", action_id: "r", options: options(11) })],
    "/blocks/0/elements/0/options",
  ],
  [
    "checkboxes 10",
    [actions({ type: "checkboxes", action_id: "r", options: options(10) })],
    [actions({ type: "checkboxes", action_id: "r", options: options(11) })],
    "/blocks/0/elements/0/options",
  ],
  [
    "overflow 5",
    [actions({ type: "overflow", action_id: "o", options: options(5) })],
    [actions({ type: "overflow", action_id: "o", options: options(6) })],
    "/blocks/0/elements/0/options",
  ],
  [
    "confirm text 300",
    [actions(button({ confirm: { text: plain(letters(300)) } }))],
    [actions(button({ confirm: { text: plain(letters(301)) } }))],
    "/blocks/0/elements/0/confirm/text/text",
  ],
  [
    "confirm title 100",
    [actions(button({ confirm: { text: plain("t"), title: plain(letters(100)) } }))],
    [actions(button({ confirm: { text: plain("t"), title: plain(letters(101)) } }))],
    "/blocks/0/elements/0/confirm/title/text",
  ],
  [
    "confirm button 30",
    [actions(button({ confirm: { text: plain("t"), confirm: plain(letters(30)) } }))],
    [actions(button({ confirm: { text: plain("t"), confirm: plain(letters(31)) } }))],
    "/blocks/0/elements/0/confirm/confirm/text",
  ],
  ["one table", [table(1, 1)], [table(1, 1), table(1, 1)], "/blocks/1"],
  ["table 100 rows", [table(100, 1)], [table(101, 1)], "/blocks/0/rows"],
  ["table 20 columns", [table(1, 20)], [table(1, 21)], "/blocks/0/rows/0"],
  ["cell not empty", [table(1, 1)], [table(1, 1, "")], "/blocks/0/rows/0/0/text"],
  ["table 10000 characters", [table(2, 1, letters(5000))], [table(2, 1, letters(5001))], "/blocks/0/rows"],
  [
    "no raw_number cell",
    [table(1, 1)],
    [{ type: "table", rows: [[{ type: "raw_number", value: 1, text: "1" }]] }],
    "/blocks/0/rows/0/0/type",
  ],
  [
    "markdown 12000 in all",
    [
      { type: "markdown", text: letters(6000) },
      { type: "markdown", text: letters(6000) },
    ],
    [
      { type: "markdown", text: letters(6000) },
      { type: "markdown", text: letters(6001) },
    ],
    "/blocks/1/text",
  ],
  [
    "rich text shape",
    [rich(line({ type: "text", text: "a", style: { bold: true } }))],
    [rich({ type: "text", text: "a" })],
    "/blocks/0/elements/0/type",
  ],
  [
    "rich text not empty",
    [rich(line({ type: "text", text: "a" }))],
    [rich(line({ type: "text", text: "" }))],
    "/blocks/0/elements/0/elements/0/text",
  ],
  [
    "list style",
    [rich({ type: "rich_text_list", style: "bullet", elements: [line()] })],
    [rich({ type: "rich_text_list", style: "dash", elements: [line()] })],
    "/blocks/0/elements/0/style",
  ],
  [
    "context_actions 5",
    [
      {
        type: "context_actions",
        elements: times(5, (i) => ({
          type: "icon_button",
          action_id: `i${i}`,
          icon: "trash",
          text: plain("t"),
        })),
      },
    ],
    [
      {
        type: "context_actions",
        elements: times(6, (i) => ({
          type: "icon_button",
          action_id: `i${i}`,
          icon: "trash",
          text: plain("t"),
        })),
      },
    ],
    "/blocks/0/elements",
  ],
  ["alert only in modals", [section("a")], [{ type: "alert", text: plain("a") }], "/blocks/0/type"],
  ["image alt_text", [image()], [image({ alt_text: "" })], "/blocks/0/alt_text"],
  ["image one source", [image()], [image({ slack_file: { id: "F1" } })], "/blocks/0"],
  ["unknown block", [section("a")], [{ type: "data_visualization" }], "/blocks/0/type"],
  ["unknown key", [section("a")], [section("a", { color: "red" })], "/blocks/0/color"],
  ["an input is no action", [input(textInput())], [actions(textInput())], "/blocks/0/elements/0/type"],
  [
    "number limits are strings",
    [input({ type: "number_input", action_id: "n", is_decimal_allowed: true, min_value: "1" })],
    [input({ type: "number_input", action_id: "n", is_decimal_allowed: true, min_value: 1 })],
    "/blocks/0/element/min_value",
  ],
  [
    "number input says decimals",
    [input({ type: "number_input", action_id: "n", is_decimal_allowed: true })],
    [input({ type: "number_input", action_id: "n" })],
    "/blocks/0/element",
  ],
  [
    "a real date",
    [actions({ type: "datepicker", action_id: "d", initial_date: "2026-12-31" })],
    [actions({ type: "datepicker", action_id: "d", initial_date: "2026-13-01" })],
    "/blocks/0/elements/0/initial_date",
  ],
];

describe("blocks of a message", () => {
  test.each(inMessages)("%s", (_name, within, over, pointer) => {
    expect(validateBlocks(within, "message")).toEqual([]);
    expect(validateBlocks(over, "message").map((issue) => issue.pointer)).toContain(pointer);
  });

  test("the sum of all text has a ceiling of its own", () => {
    const sections = (last: number) => [...times(4, () => section(letters(3000))), section(letters(last))];
    expect(blocksTooLong(sections(1200))).toBe(false);
    expect(blocksTooLong(sections(1201))).toBe(true);
  });

  test("refusals say what Slack says", () => {
    expect(validateBlocks([section(letters(3001))], "message")).toEqual([
      { pointer: "/blocks/0/text/text", message: "must be less than 3001 characters" },
    ]);
  });

  test("an image block needs a file that is there", () => {
    const blocks = [image({ image_url: undefined, slack_file: { id: "F1" } })];
    expect(validateBlocks(blocks, "message", "/blocks", () => true)).toEqual([]);
    expect(validateBlocks(blocks, "message", "/blocks", () => false)[0]?.message).toBe("invalid slack file");
  });
});

const modal = (more = {}) => ({ type: "modal", title: plain("T"), blocks: [section("a")], ...more });

const inViews: [name: string, within: object, over: object, pointer: string][] = [
  [
    "title 24",
    modal({ title: plain(letters(24)) }),
    modal({ title: plain(letters(25)) }),
    "/view/title/text",
  ],
  [
    "submit 24",
    modal({ submit: plain(letters(24)) }),
    modal({ submit: plain(letters(25)) }),
    "/view/submit/text",
  ],
  [
    "private_metadata 3000",
    modal({ private_metadata: letters(3000) }),
    modal({ private_metadata: letters(3001) }),
    "/view/private_metadata",
  ],
  [
    "callback_id 255",
    modal({ callback_id: letters(255) }),
    modal({ callback_id: letters(256) }),
    "/view/callback_id",
  ],
  [
    "100 blocks",
    modal({ blocks: times(100, () => section("a")) }),
    modal({ blocks: times(101, () => section("a")) }),
    "/view/blocks",
  ],
  [
    "submit when there is an input",
    modal({ submit: plain("S"), blocks: [input(textInput())] }),
    modal({ blocks: [input(textInput())] }),
    "/view/submit",
  ],
  [
    "alert",
    modal({ blocks: [{ type: "alert", text: plain(letters(200)) }] }),
    modal({ blocks: [{ type: "alert", text: plain(letters(201)) }] }),
    "/view/blocks/0/text/text",
  ],
  ["no markdown", modal(), modal({ blocks: [{ type: "markdown", text: "a" }] }), "/view/blocks/0/type"],
  ["no table", modal(), modal({ blocks: [table(1, 1)] }), "/view/blocks/0/type"],
  [
    "max_length 3000",
    modal({ submit: plain("S"), blocks: [input(textInput({ max_length: 3000 }))] }),
    modal({ submit: plain("S"), blocks: [input(textInput({ max_length: 3001 }))] }),
    "/view/blocks/0/element/max_length",
  ],
  [
    "max_files 10",
    modal({ submit: plain("S"), blocks: [input({ type: "file_input", action_id: "f", max_files: 10 })] }),
    modal({ submit: plain("S"), blocks: [input({ type: "file_input", action_id: "f", max_files: 11 })] }),
    "/view/blocks/0/element/max_files",
  ],
  [
    "one focus",
    modal({ submit: plain("S"), blocks: [input(textInput({ focus_on_load: true }))] }),
    modal({
      submit: plain("S"),
      blocks: [input(textInput({ focus_on_load: true })), input(textInput({ focus_on_load: true }))],
    }),
    "/view/blocks",
  ],
];

describe("views", () => {
  test.each(inViews)("%s", (_name, within, over, pointer) => {
    expect(validateView(within, "modal")).toEqual([]);
    expect(validateView(over, "modal").map((issue) => issue.pointer)).toContain(pointer);
  });

  test("a Home tab has no title and no alert", () => {
    expect(validateView({ type: "home", blocks: [section("a")] }, "home")).toEqual([]);
    expect(validateView({ type: "home", title: plain("T"), blocks: [] }, "home")).not.toEqual([]);
    expect(validateView({ type: "home", blocks: [{ type: "alert", text: plain("a") }] }, "home")).not.toEqual(
      [],
    );
    expect(validateView(modal(), "home")).toEqual([{ pointer: "/view/type", message: "must be home" }]);
  });
});
