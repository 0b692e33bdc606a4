import type { AboveLinear } from "../../domain/planning/more-cards.ts";

/** Spot against on demand. */
export const money = {
  spot: {
    assumed: (perDay: string, every: string, chosen: boolean) =>
      `Spot: ${perDay} interruptions per day of the job assumed (Google saw 5 to 15 % of its machines taken a day; no seller states a rate), a save every ${every}${chosen ? ", the interval that loses least" : ""}.`,
    adds: (count: string, lost: string, mostLost: string, wait: string, mostWait: string) =>
      `Expected over the job: ${count} interruptions; work done again and restarts, billed: ${lost} (up to ${mostLost}); waiting for a machine, not billed: ${wait} (up to ${mostWait}).`,
    saves: (spot: string, onDemand: string) => `With that ${spot}, against ${onDemand} on demand.`,
    savesHour: (spot: string, onDemand: string) => `${spot} per hour, against ${onDemand} on demand.`,
    paysUpTo: (perDay: string) => `Spot stays the cheaper one up to ≈ ${perDay} interruptions per day.`,
    notTaken: (spot: string, onDemand: string) =>
      `Spot is allowed but not taken: ${spot} after interruptions, against ${onDemand} on demand.`,
    onlySpot: "No on-demand price is known to hold it against.",
    none: "No spot offer is known for a machine that finishes this run within your limits.",
    yes: (config: string, spot: string, planned: string) =>
      `Yes: ${spot} on ${config}, against ${planned} as planned.`,
    already: (config: string, spot: string) => `The plan stands on spot: ${spot} on ${config}.`,
    no: (config: string) => `No: on ${config} spot is not cheaper once interruptions are counted.`,
    proveRestore: "Only with a restore that was proven in a new process.",
    serving:
      "A service on spot goes down with each interruption until another machine has loaded the weights: keep one replica on demand.",
  },
  service: {
    copies: (copies: string, users: string, requests: string) =>
      `Copies of the model: ${copies}; requests at once on each: ${users}; together ${requests} requests per second.`,
    scaleUp: (time: string) =>
      `A further copy answers ${time} after it is asked for: add it before the peak, not at it.`,
    average: (copies: string, perHour: string) =>
      `Average traffic keeps ${copies} of them busy; each one let go saves ${perHour} per hour.`,
    ttft: (time: string) => `Time to the first token: ${time}.`,
    unknown: "Only a service has copies; this is a training run.",
  },
  buy: {
    title: (config: string, even: string) =>
      `Rent first, measure, then buy: owning ${config} costs less than renting from ${even} of use a month.`,
    never: (config: string) => `Rent: owning ${config} costs more than renting it, even in use all month.`,
    noPrice: (config: string) =>
      `I know no purchase price for ${config}: say it, for example “the card costs 2,000 €”.`,
    noRent: (config: string) => `No rent is known to hold owning ${config} against.`,
    projection:
      "A projection until a pilot has measured this run: an unmeasured purchase can turn out the wrong size.",
    perMonth: (fixed: string, hour: string, rent: string) =>
      `Owning: ${fixed} a month whether it computes or not, and ${hour} of power per hour; renting: ${rent} per hour.`,
    usage: (hours: string, own: string, rent: string) =>
      `At ${hours} a month: owning ${own}, renting ${rent}.`,
    usageUnknown: "How many hours a month it would really run decides; say it: “we run 300 h a month”.",
    other: (name: string, config: string, time: string, price: string, even: string) =>
      `${name}: ${config}, ${time} for this run, to buy ${price}, ${even}`,
    even: (hours: string) => `pays from ${hours} a month`,
    evenNever: "never pays against this rent",
    evenUnknown: "break-even not known",
    priceUnknown: "price not known",
    missing: (name: string, list: string) => `${name} cards come without: ${list}.`,
    lacks: { ecc: "ECC memory", nvlink: "NVLink", support: "licence and support for data centres" },
    assumed: (list: string) => `Assumed, change any of it here: ${list}.`,
    stated: (list: string) => `As you said: ${list}.`,
    terms: {
      pricePerCard: (x: string) => `card ${x}`,
      hostPerCard: (x: string) => `its share of a host ${x}`,
      years: (x: string) => `${x} years of use`,
      resaleShare: (x: string) => `${x} back at resale`,
      perKwh: (x: string) => `electricity ${x} per kWh`,
      pue: (x: string) => `cooling, PUE ${x}`,
      hostingPerMonth: (x: string) => `hosting ${x} a month`,
      peoplePerMonth: (x: string) => `people ${x} a month`,
    },
    sources: "Purchase prices: ",
  },
  finished: {
    title: (tokens: string, hours: string, config: string) => `In ${hours}: ${tokens} on ${config}.`,
    all: (tokens: string) => `That is all of the ${tokens} asked for.`,
    share: (percent: string, tokens: string) => `That is ${percent} of the ${tokens} asked for.`,
    by: {
      deadline: "The time limits it.",
      budget: "The cap limits it: it is spent by then.",
      done: "Time and cap suffice.",
    },
    cost: (amount: string) => `${amount} for those hours.`,
    row: (config: string, tokens: string, hours: string) => `${config}: ${tokens} in ${hours}`,
    none: "Say by when or for how much: “by Friday”, “for 300 €”.",
    nothing: "Nothing is finished by then: start-up and loading alone take that long.",
  },
  moreCards: {
    stops: (config: string) => `More cards stop paying after ${config}.`,
    dearer: (config: string) => `Beyond ${config} the bill rises: more cards then only buy time.`,
    pays: (config: string) => `Up to ${config} more cards still pay.`,
    unknown: "When more cards stop paying is not known without the amount of data and a price.",
    row: (config: string, time: string, cost: string, efficiency: string) =>
      `${config}: ${time}, ${cost}, ${efficiency} of linear`,
    gained: (amount: string) => `, ${amount} per hour gained`,
    slower: ", slower than fewer",
    above: {
      "less-state":
        "Over 100 %: the state is shared by all cards, so each of more cards holds and updates less of it.",
      "less-offload":
        "Over 100 %: what lies in host RAM is shared by more cards, so less of it crosses each bus.",
      "smaller-group":
        "Over 100 %: the smallest group runs another layout, which costs it time; the cards themselves are no faster.",
    } satisfies Record<AboveLinear, string>,
    weak: "Weak scaling: each card keeps its micro-batch, so the effective batch grows with the cards.",
    strong: "Strong scaling: the effective batch stays, each card accumulates less.",
    measure: "Measure one step up against the smallest group before renting more.",
  },
  timeline: {
    title: (start: string) => `If it starts now (${start}):`,
    part: (name: string, from: string, time: string) => `${name}: from ${from}, ${time}`,
    end: (likely: string, late: string) => `Over: ${likely}, at the latest ${late}.`,
    out: (time: string) => `Files must be off the machine by ${time}: local disk goes with it.`,
    unknown: "There are no dates without the amount of data.",
  },
  today: {
    faster: (times: string, before: string, after: string) =>
      `${times} times as fast as what you have today: ${before} → ${after}.`,
    slower: (times: string, before: string, after: string) =>
      `${times} times as slow as what you have today: ${before} → ${after}.`,
    same: (before: string) => `About as fast as what you have today (${before}).`,
  },
};
