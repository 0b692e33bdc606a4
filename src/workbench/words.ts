/** The few sentences Slack itself says, in the acting user's language. */
interface Words {
  commandFailed: (command: string, error: string) => string;
  notInThreads: (command: string) => string;
  unknownCommand: (command: string) => string;
  notInvited: (name: string) => string;
  invited: (name: string) => string;
  alreadyHere: (name: string) => string;
  required: string;
  tooShort: (min: number) => string;
  tooLong: (max: number) => string;
  notANumber: string;
  notBelow: (min: string) => string;
  notAbove: (max: string) => string;
  notAnAddress: string;
  notALink: string;
  trouble: string;
}

const english: Words = {
  commandFailed: (command, error) => `${command} failed with the error "${error}"`,
  notInThreads: (command) => `${command} is not supported in threads. Sorry!`,
  unknownCommand: (command) => `${command} is not a valid command.`,
  notInvited: (name) =>
    `You mentioned @${name}, but they're not in this channel. Type /invite @${name} to add them.`,
  invited: (name) => `@${name} was added to this channel.`,
  alreadyHere: (name) => `@${name} is already in this channel.`,
  required: "Please complete this required field.",
  tooShort: (min) => `Enter at least ${min} characters.`,
  tooLong: (max) => `Enter at most ${max} characters.`,
  notANumber: "Enter a number.",
  notBelow: (min) => `Enter a number no lower than ${min}.`,
  notAbove: (max) => `Enter a number no higher than ${max}.`,
  notAnAddress: "Enter a valid email address.",
  notALink: "Enter a valid URL.",
  trouble: "We had some trouble connecting. Try again?",
};

const french: Words = {
  commandFailed: (command, error) => `${command} a échoué avec l’erreur « ${error} »`,
  notInThreads: (command) => `${command} n’est pas utilisable dans un fil. Désolé !`,
  unknownCommand: (command) => `${command} n’est pas une commande valide.`,
  notInvited: (name) =>
    `Vous avez mentionné @${name}, qui n’est pas dans ce canal. Tapez /invite @${name} pour l’ajouter.`,
  invited: (name) => `@${name} a rejoint ce canal.`,
  alreadyHere: (name) => `@${name} est déjà dans ce canal.`,
  required: "Ce champ est obligatoire.",
  tooShort: (min) => `Saisissez au moins ${min} caractères.`,
  tooLong: (max) => `Saisissez au plus ${max} caractères.`,
  notANumber: "Saisissez un nombre.",
  notBelow: (min) => `Saisissez un nombre supérieur ou égal à ${min}.`,
  notAbove: (max) => `Saisissez un nombre inférieur ou égal à ${max}.`,
  notAnAddress: "Saisissez une adresse e-mail valide.",
  notALink: "Saisissez une adresse web valide.",
  trouble: "La connexion a échoué. Réessayer ?",
};

export const wordsFor = (locale: string | undefined): Words =>
  locale?.startsWith("fr") === true ? french : english;
