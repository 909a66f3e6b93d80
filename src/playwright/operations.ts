/** Operation IDs for completion in editors. */

/** The operations of the contracts of a project. A declaration file in `suites/` adds them. */
// oxlint-disable-next-line no-empty-interface no-empty-object-type
export interface ContractOperations {}

/** `service/endpoint/operation`. Any other text is accepted too, since the declarations may be older than the contracts. */
export type OperationId = keyof ContractOperations | (string & {});
