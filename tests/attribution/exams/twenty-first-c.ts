/**
 * The twenty-first exam, third part: forty-five ordinary mistakes of student-reporting as to writing, most in the newest version,
 * some in the earlier ones.
 */
import type { Exam } from '../exam.ts';
import { belowStudents } from './twenty-first-c-below-students.ts';
import { curriculum } from './twenty-first-c-curriculum.ts';
import { enrolments } from './twenty-first-c-enrolments.ts';
import { everyFamily } from './twenty-first-c-every-family.ts';
import { students } from './twenty-first-c-students.ts';

export const exam: Exam = {
  'student-reporting': [...students, ...belowStudents, ...curriculum, ...enrolments, ...everyFamily],
};
