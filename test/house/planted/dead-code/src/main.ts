import { used } from "./used.ts"; console.log(used);
