import { contractTests } from '../src/run/contract-test.ts';

contractTests('partner-onboarding');
