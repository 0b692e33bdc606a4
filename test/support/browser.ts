import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const openBrowser = (executablePath: string | undefined): Promise<Browser> => {
  if (executablePath === undefined) throw new Error("GPU_PLAN_TEST_CHROMIUM names no browser");
  return chromium.launch({ executablePath, args });
};

export interface Watched {
  readonly page: Page;
  /** Addresses asked for that are not the workspace's own. */
  readonly outside: string[];
  /** Exceptions and errors the page reported. */
  readonly errors: string[];
}

/** A page that notes whatever it fetches from elsewhere and whatever fails in it. */
export const watchedPage = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Watched> => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
  const outside: string[] = [];
  const errors: string[] = [];
  page.setDefaultTimeout(10_000);
  page.on("request", (request) => {
    if (!request.url().startsWith(url)) outside.push(request.url());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return { page, outside, errors };
};

/** Whether the page itself scrolls sideways; a table may, inside its message. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>("document.documentElement.scrollWidth > document.documentElement.clientWidth");

/** Lines of the last message's words as the page draws them, wrapped ones counted each. */
export const drawnLines = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const lines = [];
    const range = document.createRange();
    const message = [...document.querySelectorAll("#list .message")].at(-1);
    for (const block of message.querySelectorAll(".section, .context")) {
      let bottom = -Infinity;
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (let i = 0; i < node.textContent.length; i++) {
          range.setStart(node, i);
          range.setEnd(node, i + 1);
          const box = range.getBoundingClientRect();
          if (box.width === 0) continue;
          if (box.top >= bottom - 4) {
            lines.push("");
            bottom = box.bottom;
          }
          lines[lines.length - 1] += node.textContent[i];
        }
      }
    }
    return lines;
  })()`);
