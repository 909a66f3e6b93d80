import type { ServiceName } from '../services.ts';
import type { LifecycleFault } from './lifecycle.ts';
import type { OperatorName } from './operators.ts';
import type { PaginationFault } from './pagination.ts';
import type { ReceptionFault } from './reception.ts';
import type { ShapeFault } from './shape.ts';
import type { TokenFault } from './tokens.ts';

declare const generated: unique symbol;

/** An id made by one of the functions below, so that the registry and the place of use cannot drift apart. */
export type GeneratedFaultId = string & { readonly [generated]: true };

const id = (...parts: readonly string[]): GeneratedFaultId => parts.join('.') as GeneratedFaultId;

export type Subject = ServiceName | 'identity-provider';

export const operatorFault = (service: Subject, operation: string, operator: OperatorName): GeneratedFaultId =>
  id(service, operation, operator);

export const validationFault = (service: ServiceName, family: string, field: string, check: string): GeneratedFaultId =>
  id(service, 'validation', family, field, check, 'off');

/** A field that is refused although it is right. */
export const strictnessFault = (service: ServiceName, family: string, field: string, name: string): GeneratedFaultId =>
  id(service, 'strictness', family, field, name);

export type StorageFault = 'lost' | 'altered' | 'unasked' | 'patch-ignored' | 'null-kept';

/** A field that is accepted and not kept as it was given. */
export const storageFault = (
  service: ServiceName,
  family: string,
  field: string,
  what: StorageFault,
): GeneratedFaultId => id(service, 'storage', family, field, what);

export const lifecycleFault = (service: ServiceName, family: string, what: LifecycleFault): GeneratedFaultId =>
  id(service, 'lifecycle', family, what);

export const paginationFault = (family: string, what: PaginationFault): GeneratedFaultId =>
  id('student-reporting', 'pagination', family, what);

export const shapeFault = (service: ServiceName, what: ShapeFault): GeneratedFaultId => id(service, 'shape', what);

export const receptionFault = (subject: Subject, what: ReceptionFault): GeneratedFaultId =>
  id(subject, 'reception', what);

export const tokenFault = (service: ServiceName, what: TokenFault): GeneratedFaultId => id(service, 'token', what);
