/** Where a service tells its operator what it could not handle; a response never carries technical detail. */
export type Log = (error: unknown) => void;

export const toConsole: Log = (error) => {
  console.error(error);
};
