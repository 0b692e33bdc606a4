/** Where suites that need more than npm packages find it; undefined = they are skipped. `.ci/run` brings all of it. */
export const postgresUrl: string | undefined = process.env["GPU_PLAN_TEST_POSTGRES"];
export const chromiumPath: string | undefined = process.env["GPU_PLAN_TEST_CHROMIUM"];
