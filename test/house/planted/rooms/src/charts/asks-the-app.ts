import { draws } from "../app/draws.ts";

export const chart = draws;
