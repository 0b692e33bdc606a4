/**
 * The rooms of the house and who may enter. One line a room: its path, the rooms it may import, the packages
 * it may import. Anything else (another room, a package, a node builtin) is an error.
 */
const units = "^src/units/";
const domain = "^src/domain/";
const contract = "^src/contract/";
const catalogue = "^src/catalog/";
const followup = "^src/followup/";
const readings = "^src/readings/";
const i18n = "^src/i18n/";
const charts = "^src/charts/";
const blocks = "^blocks/";
const appPorts = "^src/app/(ports|pilot-token-ports|price-ports|progress-ports|reminder-ports)\\.ts$";

const npm = (...names) => names.map((name) => `node_modules/${name}/`);
const node = (...names) => names.map((name) => `^(node:)?${name}$`);

/** Type-only imports count too (tsPreCompilationDeps). */
const room = (name, path, allowed) => ({
  name,
  comment: `${name} may import only: ${allowed.join(", ") || "nothing"}`,
  severity: "error",
  from: { path },
  to: { pathNot: [path, ...allowed] },
});

module.exports = {
  forbidden: [
    room("units", units, []),
    {
      name: "domain",
      comment: "domain may import only units, and date-fns in planning",
      severity: "error",
      from: { path: domain, pathNot: "^src/domain/planning/" },
      to: { pathNot: [domain, units] },
    },
    room("planning", "^src/domain/planning/", [domain, units, ...npm("date-fns", "@date-fns/tz")]),
    room("contract", contract, [domain, units, ...npm("zod")]),
    room("catalogue", catalogue, [
      domain,
      units,
      ...npm("zod", "yaml", "minisearch"),
      ...node("fs", "path", "crypto", "url", "fs/promises"),
    ]),
    room("followup", followup, [domain, units, ...npm("chrono-node", "yaml")]),
    room("readings", readings, [domain, units]),
    room("export", "^src/export/", [domain, units, ...npm("yaml")]),
    room("i18n", i18n, [domain, units]),
    room("charts", charts, [
      domain,
      units,
      i18n,
      ...npm("vega", "vega-lite", "@resvg/resvg-js"),
      ...node("fs", "path", "url"),
    ]),
    room("blocks", blocks, [domain, units, i18n, ...npm("@slack/types")]),
    room("connectors", "^src/connectors/", [
      domain,
      units,
      appPorts,
      ...npm("zod", "csv-parse", "fflate"),
      ...node("stream", "timers/promises"),
    ]),
    room("db", "^src/db/", [
      domain,
      units,
      appPorts,
      ...npm("kysely", "libsql", "pg", "pg-types", "@types/pg"),
      ...node("fs", "path", "fs/promises", "crypto"),
    ]),
    room("engine", "^src/engine/", [
      domain,
      units,
      catalogue,
      charts,
      appPorts,
      ...node("worker_threads", "path", "url", "fs"),
      ...npm("tsx"),
    ]),
    room("app", "^src/app/", [units, domain, catalogue, contract, followup, readings, i18n, "^src/export/"]),
    room("slack", "^src/slack/", [
      "^src/app/",
      blocks,
      i18n,
      domain,
      units,
      ...npm("@slack/bolt", "@slack/web-api", "@slack/types", "@slack/logger", "@slack/socket-mode"),
      ...node("http", "crypto", "timers/promises"),
    ]),
    {
      name: "workbench-knows-nothing-of-the-bot",
      comment: "the workbench speaks Slack's protocol; it must work with any bot",
      severity: "error",
      from: { path: "^src/workbench/" },
      to: { path: "^(src|blocks)/", pathNot: "^src/workbench/" },
    },
    {
      name: "bot-knows-nothing-of-the-workbench",
      comment: "only the wiring may start a workbench",
      severity: "error",
      from: { path: "^(src|blocks)/", pathNot: ["^src/workbench/", "^src/main\\.ts$", "^src/start/"] },
      to: { path: "^src/workbench/" },
    },
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    { name: "not-to-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "no-dev-packages",
      severity: "error",
      from: { path: "^(src|blocks)/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(test|dist)/" },
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
    },
  },
};
