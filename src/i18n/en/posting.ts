/** A result that the kit posts over HTTP, and the token that lets it in. */
export const posting = {
  howTo: (until: string) =>
    `For your eyes: from the machine where the kit ran, this posts its result here. Once, until ${until}; whoever holds the token can do it.`,
  unknownToken: "This token is not one of mine. Ask for the kit again in the thread of its plan.",
  expired: (until: string) =>
    `This token ran out on ${until}. Ask for the kit again in the thread of its plan, or drop the file there.`,
  planGone: "The plan of this token is not here any more, or is not yours to post to.",
  used: (at: string, verdict: string) =>
    `This token was used on ${at}: ${verdict} Nothing changes; another result needs another kit.`,
  tooLarge: "The result is larger than 1 MiB. Nothing was read; the token can still be used.",
  notTheKits: "This is not a result of the pilot kit.",
  onlyPost: "A result is sent with POST.",
  starting: "I am starting. Send it again in a minute; the token can still be used.",
};
