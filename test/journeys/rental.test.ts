import { openStore } from "../../src/db/open-store.ts";
import { aRentalTeaches } from "./rental-contract.ts";

aRentalTeaches(() => openStore({ file: ":memory:" }));
