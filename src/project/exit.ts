/** The exit codes that other people's scripts rely on. */
export const EXIT = { admit: 0, block: 1, badInput: 2, incomplete: 3, defect: 4 } as const;
