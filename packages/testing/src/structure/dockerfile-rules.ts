/** One instruction of a Dockerfile, with continued lines joined. */
export interface Instruction {
  name: string;
  text: string;
}

/** Reads the instructions of a Dockerfile, in order. */
export function parseDockerfile(text: string): Instruction[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, rest] = /^\s*([A-Z]+)\s+(.*)$/.exec(line) ?? [undefined, '', line];
      return { name, text: rest.trim() };
    });
}

const KNOWN = new Set(['FROM', 'ARG', 'ENV', 'WORKDIR', 'COPY', 'RUN', 'USER', 'CMD', 'ENTRYPOINT', 'EXPOSE']);
const lastStage = (recipe: Instruction[]) => recipe.slice(recipe.findLastIndex(({ name }) => name === 'FROM'));
const textsOf = (recipe: Instruction[], name: string) =>
  recipe.filter((one) => one.name === name).map(({ text }) => text);

/** A rule returns the faults, one line each. */
export const DOCKERFILE_RULES: Record<string, (recipe: Instruction[]) => string[]> = {
  'it has only instructions that are understood here; ADD is none of them': (recipe) =>
    recipe.filter(({ name }) => !KNOWN.has(name)).map(({ name, text }) => `${name} ${text}`),
  'what it begins with has a tag that is not latest': (recipe) => {
    const stages = textsOf(recipe, 'FROM').map((text) => text.split(/\s+/));
    const names = new Set(stages.map(([, , name]) => name));
    return stages.map(([image]) => image).filter((image) => !names.has(image) && !/:(?!latest)[\w.-]+$/.test(image));
  },
  'every stage has a name, and what is copied comes from one before': (recipe) => {
    const seen = new Set<string>();
    return recipe.flatMap(({ name, text }) => {
      if (name === 'FROM') {
        const stage = /\sAS\s+(\S+)$/.exec(text)?.[1];
        if (!stage) return [`no name: ${text}`];
        seen.add(stage);
      }
      const from = name === 'COPY' ? /--from=(\S+)/.exec(text)?.[1] : undefined;
      return from && !seen.has(from) ? [`unknown stage ${from}`] : [];
    });
  },
  'no two stages have the same name': (recipe) => {
    const names = textsOf(recipe, 'FROM').map((text) => text.split(/\s+/)[2]);
    return names.filter((name, index) => names.indexOf(name) !== index);
  },
  'what runs is built elsewhere: its stage gets no sources and no npm': (recipe) => [
    ...textsOf(lastStage(recipe), 'COPY').filter((text) => !text.startsWith('--from=')),
    ...textsOf(lastStage(recipe), 'RUN').filter((text) => /\bnp[mx]\b/.test(text)),
  ],
  'it ends as a numbered user that is not root': (recipe) => {
    const user = textsOf(lastStage(recipe), 'USER').at(-1) ?? 'none';
    return /^[1-9]\d*:[1-9]\d*$/.test(user) ? [] : [user];
  },
  'it starts a program without a shell': (recipe) => {
    const starts = [...textsOf(recipe, 'CMD'), ...textsOf(recipe, 'ENTRYPOINT')];
    return starts.length > 0 ? starts.filter((text) => !/^\["[^\]]+"\]$/.test(text)) : ['no CMD'];
  },
  'nothing is downloaded into a shell, and no install script runs': (recipe) =>
    textsOf(recipe, 'RUN').filter(
      (text) =>
        /\b(curl|wget)\b/.test(text) || (/\bnpm (ci|install)\b/.test(text) && !text.includes('--ignore-scripts')),
    ),
  'no secret is baked in': (recipe) =>
    [...textsOf(recipe, 'ENV'), ...textsOf(recipe, 'ARG')].filter((text) => /SECRET|PASSWORD|TOKEN|_KEY/i.test(text)),
};
