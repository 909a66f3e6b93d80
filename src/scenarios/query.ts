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
    when: 'the list is filtered by {parameter}',
    asks: 'the list has all matching records and no others',
    each: { parameter: parameterSelectors.filters },
    build: filterBuild,
    expect: { rule: 'query.filtered' },
  }),

  query('query.by-state', {
    title: 'A filter on a field that only the service sets excludes other records',
    fails: 'does not filter by {key}: {actual} instead of {expected}',
    why: 'The test creates a record and filters the list by each value that the field can have. The record has only one of the values, so it must be absent from the other lists.',
    group: 'query-laws',
    when: 'the list is filtered by {parameter} {parameter.value}',
    asks: 'the list has only matching records',
    each: { parameter: parameterSelectors.states },
    steps: steps.least('create').send('probe', 'create', { query: { '{parameter}': '{parameter.value}' } }),
    expect: {
      as: 'query.narrowed',
      with: { parameter: '{parameter}', shown: ['{parameter.shown}'], match: 'equals', mayBeNone: true },
      given: ['create', 'probe'],
    },
  }),

  query('query.together', {
    title: 'Several filter parameters apply together',
    fails: 'does not apply the filters {key} together: {actual} instead of {expected}',
    why: 'For each parameter, the test creates a record that matches all other parameters. The list must not have this record.',
    group: 'query-laws',
    when: 'the list is filtered by {parameters}',
    asks: 'the list has all records that match every parameter, and no others',
    each: { parameters: parameterSelectors.filtersTogether },
    key: '',
    build: filterBuild,
    expect: { as: 'query.filtered' },
  }),

  query('query.beside-sorted', {
    title: 'A filter or search works together with a sort parameter',
    fails: 'does not filter by {field} if a sort parameter is sent too: {actual} instead of {expected}',
    why: 'A client that sorts search results expects only matching records. A service that handles one parameter per request ignores the other.',
    group: 'query-laws',
    asks: 'the list has all matching records and no others',
    key: '{parameter}/{sort.value}',
    query: { '{sort}': '{sort.value}' },
    build: filterBuild,
    expect: { as: 'query.filtered' },
    tries: {
      filter: {
        when: 'the list is filtered by {parameter} and sorted with {sort} {sort.value}',
        each: { sort: parameterSelectors.sorts, parameter: parameterSelectors.filters },
      },
      search: {
        when: 'the list is searched by {parameter} and sorted with {sort} {sort.value}',
        each: { sort: parameterSelectors.sorts, parameter: parameterSelectors.searches },
      },
    },
  }),

  query('query.beside-unknown', {
    title: 'A filter or search works together with an unknown parameter',
    fails: 'does not filter by {field} if an unknown parameter is sent too: {actual} instead of {expected}',
    why: 'Mail clients and proxies add parameters to links. A service that ignores its filters because of an unknown parameter returns all records.',
    convention: true,
    group: 'query-laws',
    applies: { 'unknown-parameters': ['ignore', 'open'] },
    asks: 'the list has all matching records and no others',
    key: '{parameter}',
    query: { plumbline: '1' },
    build: filterBuild,
    expect: { as: 'query.filtered' },
    tries: {
      filter: {
        when: 'the list is filtered by {parameter}, with an unknown parameter',
        each: { parameter: parameterSelectors.filters },
      },
      search: {
        when: 'the list is searched by {parameter}, with an unknown parameter',
        each: { parameter: parameterSelectors.searches },
      },
    },
  }),

  query('query.parent-kept', {
    title: 'A list below a parent has only the records of that parent, with any query',
    fails: 'lists the records of other parents if an unknown query parameter is sent',
    why: 'The test creates a record below one parent and lists another parent with an unknown query parameter. Services often combine the parent from the path with the query filters and lose it there.',
    convention: true,
    when: 'the list of another parent is requested with an unknown parameter',
    asks: 'the list does not have the record',
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
    when: 'existing records are filtered by {parameter}',
    asks: 'the list has matching records only',
    each: { parameter: parameterSelectors.narrow },
    build: filterExistingRecords,
    expect: { rule: 'query.narrowed' },
  }),

  query('query.several', {
    when: '{parameter} is {parameter.value} and {parameter.other}',
    asks: 'the list has the records of both values and no others',
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
    title: 'Several values of a parameter return the records of each value, on every page',
    fails: 'does not return the records of several values of {key}: {actual} instead of {expected}',
    why: 'The test creates three records for each of two values and requests both values with two records per page. A service that uses only one value, or applies the values only to the first page, loses records.',
    group: 'query-laws',
    when: 'the list is filtered by two values of {parameter}',
    asks: 'the list has all records with one of the values, and no others',
    each: { parameter: parameterSelectors.several },
    build: filterBySeveralBuild,
    expect: { as: 'query.filtered' },
  }),

  query('query.searched', {
    title: 'A search returns the records that contain the text, and no others',
    fails: 'does not search by {key}: {actual} instead of {expected}',
    why: 'The test creates five records with a unique text and searches for it. A search that ignores its parameter returns all records.',
    group: 'query-laws',
    when: 'records are searched by {parameter}',
    asks: 'the list has all records that contain the text, and no others',
    each: { parameter: parameterSelectors.searches },
    build: filterBuild,
    expect: { as: 'query.filtered' },
  }),

  query('query.sorted', {
    group: 'query-laws',
    when: 'the list is requested with {parameter} {parameter.value}',
    asks: 'the records are in the order of {parameter.value}',
    each: { parameter: parameterSelectors.sorts },
    build: sortBuild,
    expect: { rule: 'query.sorted' },
  }),
];
