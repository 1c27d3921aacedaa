import { applyDecorators } from '@nestjs/common';

type Swagger = typeof import('@nestjs/swagger');
type Anywhere = ClassDecorator & MethodDecorator;

const notes: ((swagger: Swagger) => void)[] = [];

/**
 * Notes what the OpenAPI document says of a class or a method. It is said only when the document is made: a gateway that serves requests needs
 * no @nestjs/swagger, which with what it loads is 530 files.
 */
export function Documented(describe: (swagger: Swagger) => (ClassDecorator | MethodDecorator)[]): Anywhere {
  const note = (...of: Parameters<ReturnType<typeof applyDecorators>>) =>
    void notes.push((swagger) => applyDecorators(...describe(swagger))(...of));
  return note as Anywhere;
}

/** Says all that was noted, once. */
export function sayNotes(swagger: Swagger): void {
  for (const say of notes.splice(0)) say(swagger);
}

/** The group of a controller's routes in the document. */
export const ApiTags = (...tags: string[]): ClassDecorator => Documented((swagger) => [swagger.ApiTags(...tags)]);

/** A controller that the document leaves out. */
export const ApiExcludeController = (): ClassDecorator => Documented((swagger) => [swagger.ApiExcludeController()]);

/** A route that the document leaves out. */
export const ApiExcludeEndpoint = (): MethodDecorator => Documented((swagger) => [swagger.ApiExcludeEndpoint()]);
