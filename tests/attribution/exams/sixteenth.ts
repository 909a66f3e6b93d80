/**
 * The sixteenth exam: faults drawn from reports about services. These searches were fixed before any was made; of the answers of each, the
 * first two of different repositories are asked that tell of one cause, other than that of the report before, which can be brought about
 * here; reports of an HTTP API or of a token endpoint before all others. Where a search gave fewer than two of these, its next report of
 * other software is adapted to what a service made with it would do: those are marked with a star.
 *
 * 1. list endpoint results in wrong order
 * 2. lost update when two clients change the same resource
 * 3. API returns 200 instead of 404
 * 4. validation too strict rejects valid value
 * 5. impossible date accepted by API
 * 6. token endpoint rejects valid request client assertion JWT
 * 7. decimal number loses precision in JSON response
 * 8. delete leaves orphaned child records
 * 9. batch request one invalid item fails all
 * 10. wrong Location or Cache-Control header in API response
 */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { json, type Call } from '../../../services/http/message.ts';
import { isObject } from '../../../services/model/json-type.ts';
import type { Run } from '../../../services/gateway.ts';
import type { Channel, Partner } from '../../../services/partner-onboarding/partner.ts';
import { behind, type Exam } from '../exam.ts';
import { identityProvider } from './sixteenth-identity-provider.ts';
import { studentReporting } from './sixteenth-student-reporting.ts';

/** How long what meets is under way, in milliseconds. */
const underWay = 10;

/** The operation of that name, as it stands there. */
function operationOf(run: Run, name: string): Run[string] {
  const operation = run[name];
  if (operation === undefined) throw new Error(`There is no operation ${name}.`);
  return operation;
}

const lostPage =
  '<!DOCTYPE html><html lang="en"><head><title>Lost</title></head><body><h1>404</h1><p>There is nothing here.</p></body></html>';

export const exam: Exam = {
  'partner-onboarding': [
    // 2: LinuxForHealth/FHIR 2405, "Concurrent updates to the same resource can result in lost updates".
    {
      name: 'written-over-at-once',
      does: 'An update reads the partner when its call comes, and later writes the whole of it, without asking whether it was changed meanwhile.',
      reads:
        'Of two PATCHes of one partner at once, each with another member, both are answered 200 and the change of one is lost.',
      change: ({ delivery: { answer }, partners: { locate } }, { data }, { sleep }) => {
        const atArrival = new WeakMap<Call, Partner>();
        return {
          delivery: {
            answer: async (call) => {
              if (call.method !== 'PATCH') return answer(call);
              const id = call.path.split('/').at(-1) ?? '';
              const partner = data.partners.all().flatMap((own) => own.get(id) ?? [])[0];
              if (partner !== undefined) atArrival.set(call, partner);
              await sleep(underWay);
              return answer(call);
            },
          },
          partners: {
            locate: (exchange) => {
              const partner = locate(exchange);
              return atArrival.get(exchange.call) ?? partner;
            },
          },
        };
      },
    },
    // 3: FIRST-Tech-Challenge/scorekeeper 111, "API 404 returns the HTML 404 page rather than a proper 404".
    {
      name: 'lost-as-page',
      does: 'A path that there is no route for is answered with the page of the web site that says so, and 200.',
      reads: 'Answers a path that does not exist with 200 and a page of HTML, rather than 404 and an error in JSON.',
      change: () => ({
        gateway: {
          lost: () => ({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: lostPage }),
        },
      }),
    },
    // 3: mailcow/mailcow-dockerized 4349, "API returns wrong status code".
    {
      name: 'nothing-found-is-success',
      does: 'A read that finds no partner is answered 200 with an empty object.',
      reads: 'GET of a partner that does not exist is answered 200 with {}, rather than 404.',
      change: ({ run }) => ({
        run: {
          'partners.read': (exchange) => {
            try {
              return operationOf(run, 'partners.read')(exchange);
            } catch (error) {
              if (error instanceof GatewayError && error.status === 404) return json(200, {});
              throw error;
            }
          },
        },
      }),
    },
    // 4*: corenova/yang-js 110, "Strict option when validating against schema".
    {
      name: 'object-as-list',
      does: 'Where a list is due and an object comes, the validator makes a list of it that has this one entry.',
      reads:
        'Accepts one object as channels, and stores it as the only channel, rather than refusing it with 400 as no list.',
      change: ({ body: { channels } }) => ({
        body: { channels: (sent) => channels(isObject(sent) ? [sent] : sent) },
      }),
    },
    // 8*: TreeBASE/treebase 160, "Orphaned records and failure to delete related records".
    {
      name: 'deleted-channels-in-update',
      does: 'A deletion unlinks the channels from their partner and keeps their rows. What answers an update is made from the rows.',
      reads:
        'After DELETE of the channels the answer to a PATCH of the partner shows the deleted channels again, where GET shows none.',
      change: ({ run, partners: { empty } }) => {
        const orphans = new Map<string, readonly Channel[]>();
        return {
          partners: {
            empty: (shelf, partner) => {
              orphans.set(partner.id, [...(orphans.get(partner.id) ?? []), ...partner.channels]);
              empty(shelf, partner);
            },
          },
          run: {
            'partners.update': (exchange) => {
              const reply = operationOf(run, 'partners.update')(exchange);
              const { body, parameters } = exchange;
              const [id = ''] = parameters;
              // Channels that are given replace every row of the partner.
              if (isObject(body) && 'channels' in body) orphans.delete(id);
              const partner: unknown = JSON.parse(reply.body ?? '{}');
              const channels = orphans.get(id) ?? [];
              return channels.length > 0 && isObject(partner)
                ? { ...reply, body: JSON.stringify({ ...partner, channels }) }
                : reply;
            },
          },
        };
      },
    },
    // 10: geoadmin/mf-geoadmin3 4311, "Illegal 'cache-control' header with value `max-age=1800,`".
    {
      name: 'cache-control-cut-off',
      does: 'The value of Cache-Control, "no-store, max-age=0", is not quoted in the configuration, and ends at its first space.',
      reads:
        'Sends Cache-Control with a value that is broken off after a comma, "no-store,", which is not of the form of the header.',
      change: behind(() => async (call, deliver) => {
        const reply = await deliver(call);
        if (reply.headers['cache-control'] === undefined) return reply;
        return { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store,' } };
      }),
    },
    // 10: Apicurio/apicurio-registry 2007, "Check the HTTP response cache control headers".
    {
      name: 'reads-kept-for-an-hour',
      does: 'What GET answers has the Cache-Control that was meant for the files of the user interface.',
      reads:
        'Lets caches keep what a GET of a partner answers for an hour, with Cache-Control: max-age=3600 rather than no-store, so that clients see it as it was before an update.',
      change: ({ gateway: { answer } }) => ({
        gateway: {
          answer: (call, place, reply) => {
            const answered = answer(call, place, reply);
            if (place.method !== 'GET' || place.open) return answered;
            return { ...answered, headers: { ...answered.headers, 'cache-control': 'max-age=3600' } };
          },
        },
      }),
    },
  ],
  'student-reporting': studentReporting,
  'identity-provider': identityProvider,
};
