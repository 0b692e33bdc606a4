/** The event loop goes round once: what has come in meanwhile is recorded and acknowledged first. */
export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
