import { describe, expect, it } from "vitest";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";

const run = (text: string) => readMessage(text, readingContext()).understood;

describe("hours that a service is paid for", () => {
  it.each([
    ["serve llama 3.1 8b for 20 users, on from 8am to 8pm on weekdays", 8.57],
    ["servir llama 3.1 8b, 20 utilisateurs, 10 h par jour, jours ouvrés", 7.14],
    ["serve llama 3.1 8b, 20 users, office hours only", 7.14],
    ["servir llama 3.1 8b, 20 utilisateurs, heures de bureau", 7.14],
    ["serve llama 3.1 8b, 20 users, shut down from 20h to 8h", 12],
    ["servir llama 3.1 8b pour 20 personnes, coupé de 20h à 8h et le week-end", 8.57],
    ["serve llama 3.1 8b to 20 users, 8 hours a day", 8],
    ["serve llama 3.1 8b 24/7, 20 users", 24],
  ])("are an average day of the week: %s", (text, hours) => {
    expect(run(text).serving?.traffic?.hoursPerDay).toBe(hours);
  });

  it.each([
    "llama 3.1 8b lora, the cards are free from 20h to 8h",
    "lora llama 3.1 8b, réunion de 14h à 15h",
    "serve llama 3.1 8b, 8 to 16 users",
    "serve llama 3.1 8b, 20 users by 8pm",
  ])("are none in %s", (text) => {
    expect(run(text).serving?.traffic?.hoursPerDay).toBeUndefined();
  });
});

describe("how long the machines are had", () => {
  it.each([
    ["pretrain llama 3.2 3b, 20B tokens, one 8xH100 node reserved 5 days, how far do we get?", 120],
    ["llama 3.1 8b full ft, 2B tokens on 8 H100 booked for 3 days", 72],
    ["full llama 3.1 8b, 2 milliards de jetons, 8 H100 réservées 4 jours", 96],
    ["serve llama 3.1 8b for a 2-day demo, 5 users", 48],
    ["servir llama 3.1 8b pour une démo de 3 jours, 5 personnes", 72],
  ])("bounds the run: %s", (text, hours) => {
    expect(run(text).limits?.deadlineHours).toBe(hours);
  });

  it.each(["llama 3.1 8b lora with 3 reserved cards", "llama 3.1 8b lora, 2 days of data"])(
    "is not said in %s",
    (text) => {
      expect(run(text).limits?.deadlineHours).toBeUndefined();
    },
  );
});

describe("figures in other words", () => {
  it.each([
    ["serve llama 3.1 8b, 20 users, 50ms/token", 20],
    ["servir llama 3.1 8b, 20 personnes, 40 ms par jeton", 25],
    ["serve llama 3.1 8b, 20 users, 25 ms per output token", 40],
  ])("time of a token is a rate of each user: %s", (text, rate) => {
    expect(run(text).serving?.targets?.tokensPerSecondPerUser).toBe(rate);
  });

  it("99p is a percentile", () => {
    expect(run("serve llama 3.1 8b, 20 users, 99p ttft 400ms").serving?.targets?.percentile).toBe(99);
  });

  it.each([
    ["qwen 2.5 vl 7b lora on 20k invoices (images 1600x1200)", 1386],
    ["lora qwen 2.5 vl 7b, images de 1024x1024", 1024],
    ["qwen 2.5 vl 7b lora, 1280x720 images", 960],
  ])("two sides of an image are as many pixels: %s", (text, side) => {
    expect(run(text).vision?.imageSize).toBe(side);
  });

  it.each([
    ["llama 3.1 8b lora on a 4090 w/ flash attention", "rtx-4090"],
    ["serve llama 3.1 8b on one 4090 w/ int4", "rtx-4090"],
    ["llama 3.1 8b lora, 3090 w/o nvlink", "rtx-3090"],
  ])("w/ is with, not watts: %s", (text, card) => {
    expect(run(text).accelerator).toBe(card);
  });

  it("and a number of watts is no card", () => {
    expect(run("llama 3.1 8b lora, 4090 w of power").accelerator).toBeUndefined();
  });
});
