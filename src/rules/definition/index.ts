/** The published machine-readable definition, and the version that a service says it has. */
import { document } from './document.ts';
import { operations } from './operations.ts';
import { requestForms } from './request-forms.ts';
import { version } from './version.ts';

export const definitionRules = [version, operations, document, requestForms] as const;
