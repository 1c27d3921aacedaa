import { javaMajor } from './java-toolchain.js';

describe('the version of java', () => {
  it.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['openjdk version "21" 2023-09-19', 21],
    ['java version "1.8.0_402"', 8],
    ['Picked up JAVA_TOOL_OPTIONS: -Xmx1g\nopenjdk version "25.0.1" 2025-10-21', 25],
    ['The operation could not be completed. Unable to locate a Java Runtime.', 0],
  ])('is read from %j', (printed, major) => expect(javaMajor(printed)).toBe(major));
});
