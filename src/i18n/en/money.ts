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
      `Copies of the model: ${copies}, ${users} requests at once each; together ${requests} requests per second.`,
    scaleUp: (time: string) =>
      `A further copy answers ${time} after it is asked for: add it before the peak, not at it.`,
    average: (copies: string, perHour: string) =>
      `Average traffic keeps ${copies} of them busy; each one let go saves ${perHour} per hour.`,
    ttft: (time: string) => `Time to the first token: ${time}.`,
    unknown: "Only a service has copies; this is a training run.",
  },
};
