/** What a data set is counted in. */
export const sampleWord = String.raw`(?:samples?|examples?|exemples?|echantillons?|rows?|lines|lignes|records?|pairs|paires|conversations?|convos?|convs?|dialogues?|passages?|chunks?|entries|turns|documents?|docs|instructions?|prompts|questions|articles|ex(?![\w-]))`;

/** What people have many of and would train on; a rate of them is traffic. */
export const writtenThings = String.raw`(?:e-?mails?|mails|courriels?|tickets?|messages?|tweets?|posts|reviews?|avis|comments?|commentaires?|transcripts?|transcriptions?|reports|rapports|contracts?|contrats?|invoices?|factures?|pdfs?|abstracts?|summaries|resumes|notes|letters|lettres|judg(?:e?ments?)|jugements?|decisions|recettes|recipes|stories|histoires|sentences|phrases|paragraphs?|paragraphes?|papers|faqs?|logs|dialogs|chats)(?!\w)(?!\s*(?:/|per|par|a|an|each|every|chaque)\s*(?:s|sec\w*|min\w*|h|hours?|heures?|days?|jours?|weeks?|semaines?|months?|mois)\b)`;
