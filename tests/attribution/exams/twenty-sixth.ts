/**
 * The twenty-sixth exam: of 60 ordinary mistakes, 20 by the order of the hashes of their names (`printf %s twenty-sixth:NAME | sha256sum`,
 * the first 20, none replaced). The mistakes were listed by walking through the two source documents section by section, then the page of
 * what is publicly known beyond them (domain.md), then the MUSTs of the RFCs of HTTP, JWT and OAuth: 20 of partner-onboarding, 28 of
 * student-reporting, 12 of the identity provider. Above each question stands what it contradicts. All sentences were written before anything was run.
 */
import type { Exam } from '../exam.ts';
import { providerQuestions } from './twenty-sixth-identity.ts';
import { partnerQuestions } from './twenty-sixth-partners.ts';
import { studentQuestions } from './twenty-sixth-students.ts';

export const exam: Exam = {
  'partner-onboarding': partnerQuestions,
  'student-reporting': studentQuestions,
  'identity-provider': providerQuestions,
};
