// Latin and its extensions are separate files; a browser loads only those with letters of the page.
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/source-serif-4/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
