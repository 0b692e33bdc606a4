import { readFileSync } from "node:fs"; import { plan } from "../app/draws.ts"; export const launchFilesAreNeverRead = [readFileSync, plan];
