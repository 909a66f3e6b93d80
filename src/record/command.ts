/** How the command line is called where Plumbline is installed as a package; a bare `plumbline` is somebody else's there. */
export const COMMAND = 'npx @plumbline/harness';
