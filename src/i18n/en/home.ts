export const home = {
  title: "Plans",
  mine: "My plans",
  team: "The team's plans",
  noneMine: "No plan yet. Start with the form, or write me the run in a direct message.",
  noneTeam: "No shared plan yet.",
  plan: (model: string, method: string, revision: number) => `${model} · ${method} · rev. ${revision}`,
  stage: (stage: string) => `stage: ${stage}`,
  waits: (who: string) => `waits for ${who}`,
  updated: (at: string) => `updated ${at}`,
  newPlan: "New plan",
  archived: "archived",
  mineTitle: (n: number) => (n === 1 ? "Your plan:" : `Your ${n} latest plans:`),
};
