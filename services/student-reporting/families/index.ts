import { campuses, courses, coursesOfStudy, coursesOnCampus, coursesOnCampusTacOffers } from './course-families.ts';
import { loans, unitEnrolments, unitsOfStudy } from './enrolment-families.ts';
import type { Family } from './family.ts';
import {
  studentCitizenships,
  studentCommonwealthScholarships,
  studentDisabilities,
  studentFirstReportedAddress,
  students,
} from './student-families.ts';

/** The record families of student-reporting section 1; the fourteenth, the HELP balance, is a view. */
export const families: readonly Family[] = [
  students,
  studentCitizenships,
  studentDisabilities,
  studentFirstReportedAddress,
  studentCommonwealthScholarships,
  courses,
  coursesOfStudy,
  campuses,
  coursesOnCampus,
  coursesOnCampusTacOffers,
  unitsOfStudy,
  unitEnrolments,
  loans,
];
