import { AFTER_CONTROL, controlRequest } from '../../control.ts';
import { defined } from '../../../record/defined.ts';
import { isWalk, pageParams, pageStep, PAGE_WORDS, readPages } from '../pages.ts';
import type { Sequence } from './model.ts';

/** It rests on the control: a list that cannot be read at all says nothing of its pages. */
export const listed: Sequence = {
  words: 'asks for pages of the list as it is',
  steps: PAGE_WORDS,
  build: (context, fixtures, given) => {
    const { scope, endpoint, operation } = context;
    const pages = readPages(given);
    const request = controlRequest(scope, endpoint, operation, fixtures);
    const params = pageParams(context, pages);
    return params === undefined
      ? undefined
      : {
          steps: pages.map((page) => pageStep(context, request, page)),
          params: { ...params, ...defined({ again: pages.filter(isWalk)[1]?.name }) },
          given: AFTER_CONTROL,
        };
  },
};
