import { DOCKERFILE_RULES, parseDockerfile } from './dockerfile-rules.js';
import { textOf } from './repository-files.js';

const text = textOf('deploy/Dockerfile');

describe('deploy/Dockerfile', () => {
  it.each(Object.keys(DOCKERFILE_RULES))('%s', (rule) => {
    expect(DOCKERFILE_RULES[rule](parseDockerfile(text))).toEqual([]);
  });

  const plants: Record<string, (text: string) => string> = {
    'it has only instructions that are understood here; ADD is none of them': (text) =>
      `${text}ADD https://example.com/x /x\n`,
    'what it begins with has a tag that is not latest': (text) =>
      text.replace('FROM debian:trixie-slim', 'FROM debian'),
    'every stage has a name, and what is copied comes from one before': (text) =>
      text.replace('--from=assembled', '--from=assembly'),
    'no two stages have the same name': (text) => text.replace(/^FROM .* AS runtime$/m, '$&\n$&'),
    'what runs is built elsewhere: its stage gets no sources and no npm': (text) => `${text}COPY . .\n`,
    'it ends as a numbered user that is not root': (text) => `${text}USER 0:0\n`,
    'it starts a program without a shell': (text) => text.replace(/^CMD .*$/m, 'CMD node dist/main.js'),
    'nothing is downloaded into a shell, and no install script runs': (text) => text.replace(' --ignore-scripts', ''),
    'no secret is baked in': (text) => `${text}ARG NPM_TOKEN\n`,
  };

  it('has a planted violation for every rule', () => {
    expect(Object.keys(plants)).toEqual(Object.keys(DOCKERFILE_RULES));
  });

  it.each(Object.keys(plants))('would be refused without this: %s', (rule) => {
    const planted = plants[rule](text);
    expect(planted).not.toBe(text);
    expect(DOCKERFILE_RULES[rule](parseDockerfile(planted)).length).toBeGreaterThan(0);
  });
});
