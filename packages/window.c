/* doomtree-window.exe: opens the window without a console. Windows notes in a program's file whether it
   has a console, and doomtree.exe, which prints, has one. So this starts doomtree.exe beside it. */
#include <windows.h>
#include <wchar.h>

#define LENGTH 32768 /* Windows allows no longer path or command. */

int WINAPI wWinMain(HINSTANCE own, HINSTANCE before, PWSTR arguments, int shown) {
    static wchar_t path[LENGTH], command[LENGTH];
    STARTUPINFOW start = {.cb = sizeof start};
    PROCESS_INFORMATION made;
    DWORD length = GetModuleFileNameW(NULL, path, LENGTH);
    wchar_t *name = wcsrchr(path, L'\\');
    if (length == 0 || length == LENGTH || name == NULL || name - path + 14 > LENGTH) {
        return 1;
    }
    wcscpy(name + 1, L"doomtree.exe");
    if (wcslen(path) + wcslen(arguments) + 4 > LENGTH) {
        return 1;
    }
    wcscpy(command, L"\"");
    wcscat(command, path);
    wcscat(command, L"\" ");
    wcscat(command, arguments);
    if (!CreateProcessW(path, command, NULL, NULL, FALSE, CREATE_NO_WINDOW, NULL, NULL, &start, &made)) {
        MessageBoxW(NULL, L"There is no doomtree.exe beside doomtree-window.exe. Unpack the whole folder.",
                    L"doomtree", MB_ICONERROR);
        return 1;
    }
    return 0;
}
