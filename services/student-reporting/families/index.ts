import { campuses } from './campuses.ts';
import { courses } from './courses.ts';
import { coursesOfStudy } from './courses-of-study.ts';
import { coursesOnCampus } from './courses-on-campus.ts';
import { coursesOnCampusTacOffers } from './courses-on-campus-tac-offers.ts';
import type { Family } from './family.ts';
import { loans } from './loans.ts';
import { studentCitizenships } from './student-citizenships.ts';
import { studentCommonwealthScholarships } from './student-commonwealth-scholarships.ts';
import { studentDisabilities } from './student-disabilities.ts';
import { studentFirstReportedAddress } from './student-first-reported-address.ts';
import { students } from './students.ts';
import { unitEnrolments } from './unit-enrolments.ts';
import { unitsOfStudy } from './units-of-study.ts';

/** The record families of student-reporting section 1; the fourteenth, the HELP balance, is a view (`help-balance.ts`). */
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
