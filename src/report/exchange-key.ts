/** How an exchange is found among those of all services and versions. */
export function exchangeKey(exchange: {
  readonly service: string;
  readonly spec: string;
  readonly id: string;
}): string {
  return `${exchange.service}@${exchange.spec} ${exchange.id}`;
}
