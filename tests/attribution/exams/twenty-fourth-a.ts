/** The twenty-fourth exam: mistakes that a reader of the two documents, of domain.md and of the RFCs makes, section by section. */
import type { Exam } from '../exam.ts';
import { identityProvider } from './twenty-fourth-a-identity-provider.ts';
import { members } from './twenty-fourth-a-members.ts';
import { records } from './twenty-fourth-a-records.ts';
import { service } from './twenty-fourth-a-service.ts';

export const exam: Exam = {
  'student-reporting': [...members, ...records, ...service],
  'identity-provider': identityProvider,
};
