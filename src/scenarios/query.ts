/** Query parameters that filter, search and sort. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { query } from './families.ts';
import { filterExistingRecords } from './existing-records.ts';
import { filterBuild, filterBySeveralBuild, sortBuild } from './filtered-records.ts';
import { parameterSelectors } from './query-selectors.ts';

export const queryScenarios: readonly Template[] = [
  query('query.filtered', {
    after: 'query.unknown-ignored',
    group: 'query-laws',
    when: 'records are asked for by {parameter}',
    asks: 'all records that {parameter} asks for come, and no others',
    each: { parameter: parameterSelectors.filters },
    build: filterBuild,
    expect: { rule: 'query.filtered' },
  }),

  query('query.by-state', {
    title: 'A parameter that filters by what only the service sets brings no others',
    fails: 'does not filter by {key}: {actual} instead of {expected}',
    why: 'A record is made, and the list is asked for with each value that the member may have. Whichever the new record has, it has none of the others, so that what does not filter shows what nobody asked for.',
    group: 'query-laws',
    when: 'records are asked for with {parameter} {parameter.value}',
    asks: 'none comes that {parameter} does not ask for',
    each: { parameter: parameterSelectors.states },
    steps: steps.least('create').send('probe', 'create', { query: { '{parameter}': '{parameter.value}' } }),
    expect: {
      as: 'query.narrowed',
      with: { parameter: '{parameter}', shown: ['{parameter.shown}'], match: 'equals', mayBeNone: true },
      given: ['create', 'probe'],
    },
  }),

  query('query.together', {
    title: 'Parameters that filter hold together',
    fails: 'does not filter by all of {key} together: {actual} instead of {expected}',
    why: 'For each of them there is a record that all the others ask for. It does not come.',
    group: 'query-laws',
    when: 'records are asked for by {parameters}',
    asks: 'all records that {parameters} ask for together come, and no others',
    each: { parameters: parameterSelectors.filtersTogether },
    key: '',
    build: filterBuild,
    expect: { as: 'query.filtered' },
  }),

  query('query.beside-sorted', {
    title: 'A parameter that filters or searches does so beside one that sorts',
    fails: 'does not filter by {field} beside a parameter that sorts: {actual} instead of {expected}',
    why: 'Whoever sorts what was found has asked for no more than that. A handler that looks at one parameter forgets the other.',
    group: 'query-laws',
    asks: 'all records that {parameter} asks for come, and no others',
    key: '{parameter}/{sort.value}',
    query: { '{sort}': '{sort.value}' },
    build: filterBuild,
    expect: { as: 'query.filtered' },
    tries: {
      filter: {
        when: 'records are asked for by {parameter} with {sort} {sort.value}',
        each: { sort: parameterSelectors.sorts, parameter: parameterSelectors.filters },
      },
      search: {
        when: 'records are searched by {parameter} with {sort} {sort.value}',
        each: { sort: parameterSelectors.sorts, parameter: parameterSelectors.searches },
      },
    },
  }),

  query('query.beside-unknown', {
    title: 'A parameter that filters or searches does so beside one that is not known',
    fails: 'does not filter by {field} beside a parameter that it does not know: {actual} instead of {expected}',
    why: 'Mail clients and proxies add parameters to links. Who forgets the filter for one shows everything.',
    convention: true,
    group: 'query-laws',
    applies: { 'unknown-parameters': ['ignore', 'open'] },
    asks: 'all records that {parameter} asks for come, and no others',
    key: '{parameter}',
    query: { plumbline: '1' },
    build: filterBuild,
    expect: { as: 'query.filtered' },
    tries: {
      filter: {
        when: 'records are asked for by {parameter} and a parameter that there is not',
        each: { parameter: parameterSelectors.filters },
      },
      search: {
        when: 'records are searched by {parameter} and a parameter that there is not',
        each: { parameter: parameterSelectors.searches },
      },
    },
  }),

  query('query.parent-kept', {
    title: 'A list has the records of its parent alone, whatever else is asked',
    fails: 'lists the records of other parents beside a query parameter that it does not know',
    why: 'A record is made below one parent, and the list of another is asked for with a parameter that the contract does not know. What the path asks for is often a condition like others, and is lost where these are put together.',
    convention: true,
    when: 'the list of another parent is asked for with a parameter that there is not',
    asks: 'the record is not in it',
    applies: {
      operation: 'list',
      path: 'with-parameters',
      identifier: ['number', 'text'],
      'unknown-parameters': ['ignore', 'open'],
    },
    steps: steps
      .parent('other-parent')
      .least('create')
      .list('probe', 'create', { below: 'other-parent', query: { plumbline: '1' } }),
    expect: {
      as: 'lifecycle.listed',
      with: { created: 'create', list: 'probe', wanted: false },
      given: ['create', 'other-parent', 'probe'],
    },
  }),

  query('query.narrowed', {
    when: 'records that are there already are asked for by {parameter}',
    asks: 'records that {parameter} asks for come, and no others',
    each: { parameter: parameterSelectors.narrow },
    build: filterExistingRecords,
    expect: { rule: 'query.narrowed' },
  }),

  query('query.several', {
    when: '{parameter} is {parameter.value} and {parameter.other}',
    asks: 'what each of the two values brings comes, and nothing else',
    each: { parameter: parameterSelectors.lists },
    steps: steps
      .request('one', { query: { '{parameter}': '{parameter.value}' } })
      .request('other', { query: { '{parameter}': '{parameter.other}' } })
      .request('both', { query: { '{parameter}': ['{parameter.value}', '{parameter.other}'] } }),
    expect: {
      rule: 'query.several',
      with: { one: 'one', other: 'other', both: 'both' },
      given: ['one', 'other', 'both'],
    },
  }),

  query('query.several-paged', {
    title: 'Several values of a parameter bring what each of them brings, on every page',
    fails: 'does not take several values of {key}: {actual} instead of {expected}',
    why: 'Of six records three have one of the values and two the other; a page has two.',
    group: 'query-laws',
    when: 'records are asked for by two values of {parameter}',
    asks: 'all records that have one of them come, and no others',
    each: { parameter: parameterSelectors.several },
    build: filterBySeveralBuild,
    expect: { as: 'query.filtered' },
  }),

  query('query.searched', {
    title: 'A search brings the records that hold the text, and no others',
    fails: 'does not find by {key}: {actual} instead of {expected}',
    why: 'Five records hold a text that nothing else does.',
    group: 'query-laws',
    when: 'records are searched by {parameter}',
    asks: 'all records that hold the text come, and no others',
    each: { parameter: parameterSelectors.searches },
    build: filterBuild,
    expect: { as: 'query.filtered' },
  }),

  query('query.sorted', {
    group: 'query-laws',
    when: 'records are asked for with {parameter} {parameter.value}',
    asks: 'they come in the order of {parameter.value}',
    each: { parameter: parameterSelectors.sorts },
    build: sortBuild,
    expect: { rule: 'query.sorted' },
  }),
];
