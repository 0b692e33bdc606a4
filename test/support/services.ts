/** Where suites that need more than npm packages find it; undefined = they are skipped. `.ci/run` brings all of it. */
export const postgresUrl: string | undefined = process.env["GPU_PLAN_TEST_POSTGRES"];
/** A Python that has torch. */
export const torchPython: string | undefined = process.env["GPU_PLAN_TEST_PYTHON"];
export const chromiumPath: string | undefined = process.env["GPU_PLAN_TEST_CHROMIUM"];
