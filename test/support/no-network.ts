import nock from "nock";
import { afterAll, beforeAll } from "vitest";

/** No test may leave this machine: the loopback servers it starts itself are all it can reach. */
beforeAll(() => {
  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
  nock.enableNetConnect(/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/);
});

afterAll(() => {
  nock.cleanAll();
  nock.restore();
});
