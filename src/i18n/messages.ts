import { answers as answersEnglish } from "./en/answers.ts";
import { assumptions as assumptionsEnglish } from "./en/assumptions.ts";
import { catalogue as catalogueEnglish } from "./en/catalogue.ts";
import { caveats as caveatsEnglish } from "./en/caveats.ts";
import { charts as chartsEnglish } from "./en/charts.ts";
import { compare as compareEnglish } from "./en/compare.ts";
import { corrections as correctionsEnglish } from "./en/corrections.ts";
import { settings as settingsEnglish } from "./en/settings.ts";
import { details as detailsEnglish } from "./en/details.ts";
import { drops as dropsEnglish } from "./en/drops.ts";
import { edges as edgesEnglish } from "./en/edges.ts";
import { entries as entriesEnglish } from "./en/entries.ts";
import { errors as errorsEnglish } from "./en/errors.ts";
import { fields as fieldsEnglish } from "./en/fields.ts";
import { findings as findingsEnglish } from "./en/findings.ts";
import { form as formEnglish } from "./en/form.ts";
import { head as headEnglish } from "./en/head.ts";
import { help as helpEnglish } from "./en/help.ts";
import { home as homeEnglish } from "./en/home.ts";
import { kit as kitEnglish } from "./en/kit.ts";
import { knowledge as knowledgeEnglish } from "./en/knowledge.ts";
import { launch as launchEnglish } from "./en/launch.ts";
import { pilot as pilotEnglish } from "./en/pilot.ts";
import { money as moneyEnglish } from "./en/money.ts";
import { moves as movesEnglish } from "./en/moves.ts";
import { posting as postingEnglish } from "./en/posting.ts";
import { premises as premisesEnglish } from "./en/premises.ts";
import { problems as problemsEnglish } from "./en/problems.ts";
import { questions as questionsEnglish } from "./en/questions.ts";
import { readings as readingsEnglish } from "./en/readings.ts";
import { refresh as refreshEnglish } from "./en/refresh.ts";
import { reminders as remindersEnglish } from "./en/reminders.ts";
import { stages as stagesEnglish } from "./en/stages.ts";
import { terminal as terminalEnglish } from "./en/terminal.ts";
import { units as unitsEnglish } from "./en/units.ts";
import { warnings as warningsEnglish } from "./en/warnings.ts";
import { answers as answersFrench } from "./fr/answers.ts";
import { assumptions as assumptionsFrench } from "./fr/assumptions.ts";
import { catalogue as catalogueFrench } from "./fr/catalogue.ts";
import { caveats as caveatsFrench } from "./fr/caveats.ts";
import { charts as chartsFrench } from "./fr/charts.ts";
import { compare as compareFrench } from "./fr/compare.ts";
import { corrections as correctionsFrench } from "./fr/corrections.ts";
import { settings as settingsFrench } from "./fr/settings.ts";
import { details as detailsFrench } from "./fr/details.ts";
import { drops as dropsFrench } from "./fr/drops.ts";
import { edges as edgesFrench } from "./fr/edges.ts";
import { entries as entriesFrench } from "./fr/entries.ts";
import { errors as errorsFrench } from "./fr/errors.ts";
import { fields as fieldsFrench } from "./fr/fields.ts";
import { findings as findingsFrench } from "./fr/findings.ts";
import { form as formFrench } from "./fr/form.ts";
import { head as headFrench } from "./fr/head.ts";
import { help as helpFrench } from "./fr/help.ts";
import { home as homeFrench } from "./fr/home.ts";
import { kit as kitFrench } from "./fr/kit.ts";
import { knowledge as knowledgeFrench } from "./fr/knowledge.ts";
import { launch as launchFrench } from "./fr/launch.ts";
import { pilot as pilotFrench } from "./fr/pilot.ts";
import { money as moneyFrench } from "./fr/money.ts";
import { moves as movesFrench } from "./fr/moves.ts";
import { posting as postingFrench } from "./fr/posting.ts";
import { premises as premisesFrench } from "./fr/premises.ts";
import { problems as problemsFrench } from "./fr/problems.ts";
import { questions as questionsFrench } from "./fr/questions.ts";
import { readings as readingsFrench } from "./fr/readings.ts";
import { refresh as refreshFrench } from "./fr/refresh.ts";
import { reminders as remindersFrench } from "./fr/reminders.ts";
import { stages as stagesFrench } from "./fr/stages.ts";
import { terminal as terminalFrench } from "./fr/terminal.ts";
import { units as unitsFrench } from "./fr/units.ts";
import { warnings as warningsFrench } from "./fr/warnings.ts";
import type { Language } from "../domain/conversation.ts";
import { format, type Format } from "./format.ts";

const english = {
  answers: answersEnglish,
  assumptions: assumptionsEnglish,
  catalogue: catalogueEnglish,
  caveats: caveatsEnglish,
  charts: chartsEnglish,
  compare: compareEnglish,
  corrections: correctionsEnglish,
  settings: settingsEnglish,
  details: detailsEnglish,
  drops: dropsEnglish,
  edges: edgesEnglish,
  entries: entriesEnglish,
  errors: errorsEnglish,
  fields: fieldsEnglish,
  findings: findingsEnglish,
  form: formEnglish,
  head: headEnglish,
  help: helpEnglish,
  home: homeEnglish,
  kit: kitEnglish,
  knowledge: knowledgeEnglish,
  launch: launchEnglish,
  pilot: pilotEnglish,
  money: moneyEnglish,
  moves: movesEnglish,
  posting: postingEnglish,
  premises: premisesEnglish,
  problems: problemsEnglish,
  questions: questionsEnglish,
  readings: readingsEnglish,
  refresh: refreshEnglish,
  reminders: remindersEnglish,
  stages: stagesEnglish,
  terminal: terminalEnglish,
  units: unitsEnglish,
  warnings: warningsEnglish,
};

/** Every sentence of the product; English sets the shape, other languages must fill it. */
export type Messages = typeof english;

const french = {
  answers: answersFrench,
  assumptions: assumptionsFrench,
  catalogue: catalogueFrench,
  caveats: caveatsFrench,
  charts: chartsFrench,
  compare: compareFrench,
  corrections: correctionsFrench,
  settings: settingsFrench,
  details: detailsFrench,
  drops: dropsFrench,
  edges: edgesFrench,
  entries: entriesFrench,
  errors: errorsFrench,
  fields: fieldsFrench,
  findings: findingsFrench,
  form: formFrench,
  head: headFrench,
  help: helpFrench,
  home: homeFrench,
  kit: kitFrench,
  knowledge: knowledgeFrench,
  launch: launchFrench,
  pilot: pilotFrench,
  money: moneyFrench,
  moves: movesFrench,
  posting: postingFrench,
  premises: premisesFrench,
  problems: problemsFrench,
  questions: questionsFrench,
  readings: readingsFrench,
  refresh: refreshFrench,
  reminders: remindersFrench,
  stages: stagesFrench,
  terminal: terminalFrench,
  units: unitsFrench,
  warnings: warningsFrench,
} satisfies Messages;

const all = { en: english, fr: french } satisfies Record<Language, Messages>;

export const words = (language: Language): Messages => all[language];

/** The sentences and the numbers of one language together. */
export interface Wording {
  readonly language: Language;
  readonly m: Messages;
  readonly f: Format;
}

export const wording = (language: Language): Wording => ({
  language,
  m: words(language),
  f: format(language),
});
