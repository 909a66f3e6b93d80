/** Rules about the published definition that have a file of their own. */
import { document } from './document.ts';
import { requestForms } from './request-forms.ts';

export const furtherDefinitionRules = [document, requestForms] as const;
