/** The seventh exam, of student reporting. */
import type { Exam } from '../exam.ts';
import { studentReporting } from './seventh-student-reporting.ts';

export const exam: Exam = { 'student-reporting': studentReporting };
