/** Headers, the published definition, versions and organisations. */
import { json, type Reply } from '../../../services/http/message.ts';
import { definitionOf } from '../../../services/student-reporting/definition.ts';
import { around, type Exam } from '../exam.ts';

/** As far as the definition is looked at here. */
interface Definition {
  readonly paths: Readonly<Record<string, { readonly get?: Record<string, unknown> }>>;
  readonly components: { readonly schemas: Record<string, unknown> };
}

export const about: NonNullable<Exam['student-reporting']> = [
  {
    name: 'students-in-latin-1',
    does: 'What is read of students is written out in ISO 8859-1.',
    reads: 'Students are read in ISO 8859-1, rather than UTF-8: letters with accents in names come back broken.',
    change: around(() => async (call, deliver) => {
      const reply = await deliver(call);
      const isStudents = /^\/students(?:\/[^/]*)?$/.test(call.path) && call.method === 'GET';
      return isStudents && reply.status === 200 ? { ...reply, wire: 'latin-1' } : reply;
    }),
  },
  {
    name: 'definition-of-the-next',
    spec: '3.0.8',
    does: 'The published definition has the version of the next specification already.',
    reads: 'The definition that it publishes says the version is 4.0.1, but the service is of 3.0.8.',
    change: () => ({
      about: { definition: () => definitionOf('3.0.8', '4.0.1') },
    }),
  },
  {
    name: 'page-headers-undescribed',
    does: 'The published definition has no parameters for the bulk read of unit enrolments.',
    reads: 'The published definition leaves out the pagination request headers of the bulk read of unit enrolments.',
    change: ({ about: { definition } }) => ({
      about: {
        definition: () => {
          const document = structuredClone(definition()) as Definition;
          Reflect.deleteProperty(document.paths['/students/{students_uid}/unit-enrolments']?.get ?? {}, 'parameters');
          return document;
        },
      },
    }),
  },
  {
    name: 'schema-renamed',
    does: 'A schema of the published definition was renamed, and what refers to it was not.',
    reads: 'The published definition refers to a schema CommonwealthScholarship that is not in it.',
    change: ({ about: { definition } }) => ({
      about: {
        definition: () => {
          const document = structuredClone(definition()) as Definition;
          const { CommonwealthScholarship, ...schemas } = document.components.schemas;
          return {
            ...document,
            components: {
              ...document.components,
              schemas: { ...schemas, Scholarship: CommonwealthScholarship },
            },
          };
        },
      },
    }),
  },
  {
    name: 'version-before',
    spec: '2.1.06',
    does: 'The base of the service still says the version before.',
    reads: 'GET of the base says api_version 2.1.05, but the service is of 2.1.06.',
    change: ({ about: { describe } }) => ({
      about: { describe: () => ({ ...describe(), api_version: '2.1.05' }) },
    }),
  },
  {
    name: 'unit-cached-for-all',
    does: 'A unit of study that was read is kept in a cache whose key is the uid alone; PATCH and DELETE empty it.',
    reads: 'A unit of study of another organisation can be read, once its own organisation has read it.',
    change: ({ run }) => {
      const kept = new Map<string | undefined, Reply>();
      const emptied = (name: string): (typeof run)[string] => {
        return (exchange) => {
          kept.delete(exchange.parameters[0]);
          return run[name]?.(exchange) ?? json(500, {});
        };
      };
      return {
        run: {
          'units-of-study.read': (exchange) => {
            const [uid] = exchange.parameters;
            const reply = kept.get(uid) ?? run['units-of-study.read']?.(exchange) ?? json(500, {});
            kept.set(uid, reply);
            return reply;
          },
          'units-of-study.update': emptied('units-of-study.update'),
          'units-of-study.delete': emptied('units-of-study.delete'),
        },
      };
    },
  },
];
